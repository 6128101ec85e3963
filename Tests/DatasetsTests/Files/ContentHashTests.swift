import Foundation
import TestSupport
import Testing

@testable import Datasets

@Suite struct ContentHashTests {
  private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  /// Vectors of FIPS 180-4: no byte, one block, two blocks.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", abc),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func hashesHaveTheirPublishedValues(text: String, expected: String) {
    #expect(ContentHash.text(of: text) == expected)
    #expect(ContentHash.isHash(expected))
  }

  @Test func aFileHasTheHashOfItsBytes() throws {
    let folder = try ScratchFolder()
    #expect(try ContentHash.text(ofFile: try folder.write("abc", to: "abc")) == Self.abc)
  }

  @Test func piecesHashAsTheWholeAndCopiesGoTheirOwnWay() {
    var hash = ContentHash()
    hash.update(Data("a".utf8))
    let copy = hash
    hash.update(Data("bc".utf8))
    #expect(hash.text == Self.abc)
    #expect(copy.text == ContentHash.text(of: "a"))
    hash.update([UInt8](repeating: 97, count: 0))
    #expect(hash.text == Self.abc, "reading the hash does not end it")
  }
}
