import CNextpoint

/// Why a batch cannot be used, in one sentence with a remedy.
struct BatchError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

/// A struct of `nextpoint.h` whose first field is its size.
protocol SizedStruct {
  init()
  /// The bytes of the first edition, which every caller has.
  static var firstSize: Int { get }
}

extension nextpoint_region: SizedStruct {
  static var firstSize: Int { MemoryLayout<Self>.size }

  /// Whether all fields can be written; later fields are left as they are.
  var hasUsableSize: Bool { size >= Self.firstSize && size <= greatestStructSize }
}

/// A size beyond this is memory that was never set.
private let greatestStructSize = 4096

extension SizedStruct {
  /// Returns a caller's struct, with zeros for the fields that the caller's header did not have yet.
  ///
  /// - Throws: `BatchError` for a null pointer, a size that no edition of the header has, or a field
  ///   that is newer than this library and not zero.
  static func sized(_ pointer: UnsafePointer<Self>?, _ name: String) throws(BatchError)
    -> Self
  {
    guard let pointer else { throw BatchError("no \(name) is given") }
    let bytes = UnsafeRawPointer(pointer)
    let size = bytes.load(as: Int.self)
    guard size >= firstSize, size <= greatestStructSize else {
      throw BatchError("the size of \(name) is \(size); set it to sizeof(\(name))")
    }
    let known = MemoryLayout<Self>.size
    for index in min(known, size)..<size
    where bytes.load(fromByteOffset: index, as: UInt8.self) != 0 {
      throw BatchError(
        "\(name) has a field at byte \(index) that this library does not know; "
          + "leave it zero, or use the library that the header came with")
    }
    var result = Self()
    withUnsafeMutableBytes(of: &result) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: min(known, size)))
    }
    return result
  }
}
