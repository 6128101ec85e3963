import Foundation

/// The pixels of a PNG file with eight bits per channel, as `rsvg-convert` and browsers write it.
struct PNGPixels {
  /// Red, green and blue of each pixel, row by row, on white.
  let colors: [SIMD3<UInt8>]

  /// Decodes a file; nil if it is damaged, of another kind, or if zlib is missing.
  init?(_ file: Data) {
    let bytes = [UInt8](file)
    guard bytes.count > 33, bytes[24] == 8, [2, 6].contains(bytes[25]), bytes[28] == 0 else {
      return nil
    }
    let width = Self.number(bytes, 16)
    let height = Self.number(bytes, 20)
    let channels = bytes[25] == 6 ? 4 : 3
    var (packed, offset) = ([UInt8](), 8)
    while offset + 12 <= bytes.count {
      let length = Self.number(bytes, offset)
      if bytes[(offset + 4)..<(offset + 8)].elementsEqual("IDAT".utf8) {
        packed += bytes[(offset + 8)..<(offset + 8 + length)]
      }
      offset += length + 12
    }
    let stride = width * channels
    guard let rows = Self.inflated(packed, count: (stride + 1) * height) else { return nil }
    let plain = Self.unfiltered(rows, stride: stride, channels: channels)
    colors = (0..<(width * height)).map { pixel in
      let start = pixel * channels
      let alpha = channels == 4 ? Int(plain[start + 3]) : 255
      func onWhite(_ channel: Int) -> UInt8 {
        UInt8((Int(plain[start + channel]) * alpha + 255 * (255 - alpha)) / 255)
      }
      return SIMD3(onWhite(0), onWhite(1), onWhite(2))
    }
  }

  /// The number of pixels within `tolerance` per channel of a color such as "#2582b2".
  func count(near color: String, tolerance: Int = 3) -> Int {
    let value = Int(color.dropFirst(), radix: 16) ?? 0
    let wanted = [value >> 16 & 255, value >> 8 & 255, value & 255]
    return colors.count { pixel in
      (0..<3).allSatisfy { abs(Int(pixel[$0]) - wanted[$0]) <= tolerance }
    }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Uncompresses by the library of which `rsvg-convert` is made too.
  private static func inflated(_ packed: [UInt8], count: Int) -> [UInt8]? {
    typealias Uncompress =
      @convention(c) (
        UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt
      ) -> Int32
    guard let library = dlopen("libz.so.1", RTLD_NOW), let symbol = dlsym(library, "uncompress")
    else { return nil }
    var (result, length) = ([UInt8](repeating: 0, count: count), UInt(count))
    let code = unsafeBitCast(symbol, to: Uncompress.self)(
      &result, &length, packed, UInt(packed.count))
    return code == 0 && length == UInt(count) ? result : nil
  }

  private static func unfiltered(_ rows: [UInt8], stride: Int, channels: Int) -> [UInt8] {
    var (result, above) = ([UInt8](), [UInt8](repeating: 0, count: stride))
    result.reserveCapacity(rows.count)
    for start in Swift.stride(from: 0, to: rows.count, by: stride + 1) {
      var row = Array(rows[(start + 1)...(start + stride)])
      for index in 0..<stride {
        let left = index >= channels ? Int(row[index - channels]) : 0
        let upperLeft = index >= channels ? Int(above[index - channels]) : 0
        let up = Int(above[index])
        let predicted =
          switch rows[start] {
          case 1: left
          case 2: up
          case 3: (left + up) / 2
          case 4: nearest(to: left + up - upperLeft, of: [left, up, upperLeft])
          default: 0
          }
        row[index] &+= UInt8(predicted)
      }
      result += row
      above = row
    }
    return result
  }

  /// Returns the first of the values that are nearest.
  private static func nearest(to target: Int, of values: [Int]) -> Int {
    values.min { abs($0 - target) < abs($1 - target) } ?? 0
  }
}
