import Foundation
import Testing

@testable import Reporting

@Suite struct ColorTests {
  /// WCAG 2 asks 4.5 : 1 of text and 3 : 1 of what is drawn.
  private static let textContrast = 4.5
  private static let drawingContrast = 3.0
  /// Distances in OKLab below this are hard to see side by side in thin lines.
  private static let leastDistance = 0.06

  private static let steps = (0...100).map { Double($0) / 100 }

  @Test func theMapRisesInLightness() {
    let luminances = Self.steps.map { SequentialColorMap.color($0).luminance }
    for (lower, upper) in zip(luminances, luminances.dropFirst()) { #expect(lower < upper) }
    #expect(luminances[0] < 0.03)
    #expect(luminances[100] > 0.75)
  }

  @Test(arguments: ColorVision.allCases)
  func theMapRisesInLightnessForEveryColorVision(vision: ColorVision) throws {
    let lightness = try Self.steps.map { step in
      try #require(vision.lab(SequentialColorMap.color(step)).first)
    }
    for (lower, upper) in zip(lightness, lightness.dropFirst(4)) { #expect(lower < upper) }
  }

  @Test func valuesOutsideTakeTheEnds() {
    #expect(SequentialColorMap.color(-3) == SequentialColorMap.color(0))
    #expect(SequentialColorMap.color(7) == SequentialColorMap.color(1))
  }

  @Test func textOnCellsIsReadable() throws {
    let black = try #require(SRGBColor(hexadecimal: "#000000"))
    let white = try #require(SRGBColor(hexadecimal: "#ffffff"))
    for step in Self.steps {
      let color = SequentialColorMap.color(step)
      let text = color.takesBlackText ? black : white
      #expect(color.contrast(with: text) >= Self.textContrast, "at \(step)")
    }
  }

  @Test func textOnThePageIsReadable() throws {
    for text in [FigureStyle.ink, FigureStyle.muted] {
      for (foreground, background) in [
        (text.light, FigureStyle.paper.light), (text.dark, FigureStyle.paper.dark),
      ] {
        let contrast = try #require(SRGBColor(hexadecimal: foreground)).contrast(
          with: try #require(SRGBColor(hexadecimal: background)))
        #expect(contrast >= Self.textContrast)
      }
    }
  }

  @Test(arguments: ColorVision.allCases)
  func linesCanBeToldApart(vision: ColorVision) throws {
    for scheme in [\FigureStyle.Pair.light, \.dark] {
      let paper = try #require(
        SRGBColor(hexadecimal: FigureStyle.paper[keyPath: scheme]))
      let colors = try FigureStyle.series.map {
        try #require(SRGBColor(hexadecimal: $0[keyPath: scheme]))
      }
      for (place, color) in colors.enumerated() {
        #expect(color.contrast(with: paper) >= Self.drawingContrast)
        for other in colors.dropFirst(place + 1) {
          let distance = zip(vision.lab(color), vision.lab(other))
            .reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
          #expect(
            distance >= Self.leastDistance, "\(color.hexadecimal) \(other.hexadecimal) \(vision)")
        }
      }
    }
  }

  @Test func linesAlsoDifferInDashOrMarker() {
    let styles = (0..<SeriesStyle.count).map(SeriesStyle.init)
    #expect(Set(styles.map(\.marker)).count == styles.count)
  }

  @Test(arguments: ["#1b1f24", "#ffffff", "#000000"])
  func hexadecimalReadsBack(text: String) {
    #expect(SRGBColor(hexadecimal: text)?.hexadecimal == text)
  }

  @Test(arguments: ["1b1f24", "#fff", "#gggggg", ""])
  func whatIsNoColorIsNone(text: String) {
    #expect(SRGBColor(hexadecimal: text) == nil)
  }
}

/// Color vision, usual or with one kind of cone missing.
///
/// The matrices are those of Machado, Oliveira and Fernandes (2009) at full severity, on linear RGB.
enum ColorVision: String, CaseIterable, Sendable {
  case usual
  case protanopia
  case deuteranopia
  case tritanopia

  private var matrix: [[Double]] {
    switch self {
    case .usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .protanopia:
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ]
    case .deuteranopia:
      [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
      ]
    case .tritanopia:
      [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
      ]
    }
  }

  /// The color as seen, in OKLab.
  func lab(_ color: SRGBColor) -> [Double] {
    let seen = product(matrix, color.linear).map { min(max($0, 0), 1) }
    let cones = product(
      [
        [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ], seen
    ).map { cbrt($0) }
    return product(
      [
        [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
      ], cones)
  }

  private func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }
}

extension SRGBColor {
  /// Reads "#rrggbb"; nil for anything else.
  fileprivate init?(hexadecimal text: String) {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.count == 6, let value = UInt32(digits, radix: 16) else {
      return nil
    }
    self.init(channels: [UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)])
  }

  /// The contrast ratio of WCAG 2 between two colors, 1...21.
  fileprivate func contrast(with other: SRGBColor) -> Double {
    let brighter = max(luminance, other.luminance)
    let darker = min(luminance, other.luminance)
    return (brighter + 0.05) / (darker + 0.05)
  }
}
