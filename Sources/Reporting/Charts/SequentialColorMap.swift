import Foundation

/// A sequential color map from dark blue over green to light yellow.
///
/// In OKLCH, lightness rises linearly while the hue turns from blue to yellow. Since lightness
/// alone orders the values, the map works in gray and for every kind of color vision. Chroma is
/// reduced where sRGB ends. OKLab is Björn Ottosson's
/// "A perceptual color space for image processing" (2020).
enum SequentialColorMap {
  /// Returns the color of a value in 0...1; others are clamped.
  static func color(_ value: Double) -> SRGBColor {
    let part = min(max(value, 0), 1)
    let lightness = 0.27 + 0.67 * part
    let hue = (285 - 180 * part) * .pi / 180
    var chroma = 0.14 - 0.02 * part
    while chroma > 0 {
      let linear = linearRGB(
        lightness: lightness, a: chroma * cos(hue), b: chroma * sin(hue))
      if linear.allSatisfy({ (0...1).contains($0) }) { return SRGBColor(linear: linear) }
      chroma -= 0.002
    }
    return SRGBColor(linear: linearRGB(lightness: lightness, a: 0, b: 0))
  }

  private static func linearRGB(lightness: Double, a: Double, b: Double) -> [Double] {
    func cube(_ value: Double) -> Double { value * value * value }
    let long = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let medium = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let short = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    return [
      4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
      -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
      -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    ]
  }
}

/// An sRGB color with eight bits per channel.
struct SRGBColor: Hashable, Sendable {
  let channels: [UInt8]

  /// The color as "#rrggbb".
  var hexadecimal: String {
    "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The channels as linear light, 0...1.
  var linear: [Double] {
    channels.map { channel in
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
  }

  /// Relative luminance as WCAG 2 defines it, 0...1.
  var luminance: Double {
    let light = linear
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
  }

  /// Whether black text has more contrast on it than white.
  var takesBlackText: Bool { (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) }
}

extension SRGBColor {
  /// Creates a color of linear channels in 0...1.
  init(linear: [Double]) {
    channels = linear.map { value in
      let clamped = min(max(value, 0), 1)
      let encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * pow(clamped, 1 / 2.4) - 0.055
      return UInt8((encoded * 255).rounded())
    }
  }
}
