/// An array whose copies share everything but the pages that were changed since.
///
/// An ordinary array that anybody else still holds is copied whole at the next change, so that a
/// consumer that keeps a line makes every further event cost as much as the line is long. Here the
/// elements lie in pages of 32, and the pages in books of 32 pages: a change to a shared array copies
/// one page, one book and the list of books. Growing never moves an element.
///
/// What is inlinable here is what other modules would else call without knowing the element's type.
///
/// Cost: reading, changing and appending take constant time, but for the list of books, which has one
/// entry for 1,024 elements. Copying the array is a retain.
public struct PagedArray<Element> {
  /// How many elements a page and pages a book holds.
  @usableFromInline static var pageSize: Int { 32 }
  @usableFromInline static var bookSize: Int { pageSize * pageSize }

  @usableFromInline var books: [[[Element]]] = []
  @usableFromInline var length = 0

  /// The number of elements.
  @inlinable public var count: Int { length }

  /// Makes an empty array.
  @inlinable public init() {}

  /// Makes an array of elements in order.
  @inlinable public init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Adds an element at the end.
  @inlinable package mutating func append(_ element: Element) {
    let book = count / Self.bookSize
    if book == books.count { books.append([]) }
    let page = (count % Self.bookSize) / Self.pageSize
    if page == books[book].count { books[book].append([]) }
    books[book][page].append(element)
    length += 1
  }

  /// Removes the last element and returns it; nil where there is none.
  @inlinable @discardableResult package mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    length -= 1
    let book = count / Self.bookSize
    let page = (count % Self.bookSize) / Self.pageSize
    let element = books[book][page].removeLast()
    guard books[book][page].isEmpty else { return element }
    books[book].removeLast()
    if books[book].isEmpty { books.removeLast() }
    return element
  }

  /// Removes elements from the end until at most so many are left.
  ///
  /// Cost: in proportion to those removed.
  @inlinable package mutating func truncate(to limit: Int) {
    while count > Swift.max(limit, 0) { popLast() }
  }

  /// Puts an element in the place of another, or at the end where the index is one past it.
  ///
  /// - Precondition: The index is at least 0 and at most `count`.
  @inlinable package mutating func set(_ element: Element, at index: Int) {
    if index == count { append(element) } else { self[index] = element }
  }
}

extension PagedArray: RandomAccessCollection, MutableCollection {
  /// The index of the first element.
  @inlinable public var startIndex: Int { 0 }
  /// The index after the last element.
  @inlinable public var endIndex: Int { count }

  /// The element at an index, which must exist.
  @inlinable public subscript(index: Int) -> Element {
    get {
      books[index / Self.bookSize][(index % Self.bookSize) / Self.pageSize][index % Self.pageSize]
    }
    _modify {
      yield &books[index / Self.bookSize][(index % Self.bookSize) / Self.pageSize][
        index % Self.pageSize]
    }
  }
}

extension PagedArray: ExpressibleByArrayLiteral {
  /// Makes an array of the elements written down.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension PagedArray: Sendable where Element: Sendable {}
extension PagedArray: Equatable where Element: Equatable {}
extension PagedArray: Hashable where Element: Hashable {}
