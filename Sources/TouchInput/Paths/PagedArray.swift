/// An array whose copies share all unchanged pages.
///
/// An ordinary array with another owner is copied whole at the next change, so a consumer that
/// keeps a line would make every further event cost as much as the line is long. Here the elements
/// lie in pages of 32, and the pages in books of 32 pages: a change to a shared array copies one
/// page, one book and the list of books. Growing never moves an element.
///
/// ```swift
/// var points: PagedArray = [1, 2, 3]
/// points.set(9, at: 3)  // appends: 3 is the count
/// points.set(8, at: 0)
/// points.truncate(to: 2)  // 8, 2
/// points.truncate(to: 5)  // changes nothing
/// ```
///
/// Inlinable members are those that other modules would otherwise call without knowing the element
/// type.
///
/// Cost: reading, changing and appending take constant time, except for the list of books, which
/// has one entry per 1,024 elements. Copying the array is a retain.
public struct PagedArray<Element> {
  /// The number of elements per page, and of pages per book.
  @usableFromInline static var pageSize: Int { 32 }
  @usableFromInline static var bookSize: Int { pageSize * pageSize }

  @usableFromInline var books: [[[Element]]] = []
  @usableFromInline var length = 0

  /// The number of elements.
  @inlinable public var count: Int { length }

  /// Creates an empty array.
  @inlinable public init() {}

  /// Creates an array of elements in order.
  @inlinable public init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Adds an element at the end.
  @inlinable public mutating func append(_ element: Element) {
    let book = count / Self.bookSize
    if book == books.count { books.append([]) }
    let page = (count % Self.bookSize) / Self.pageSize
    if page == books[book].count { books[book].append([]) }
    books[book][page].append(element)
    length += 1
  }

  /// Removes the last element and returns it; nil if there is none.
  @inlinable @discardableResult public mutating func popLast() -> Element? {
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

  /// Removes elements from the end until at most `limit` are left.
  ///
  /// Cost: proportional to the number removed.
  @inlinable public mutating func truncate(to limit: Int) {
    while count > Swift.max(limit, 0) { popLast() }
  }

  /// Replaces the element at an index, or appends if the index equals `count`.
  ///
  /// - Precondition: The index is at least 0 and at most `count`.
  @inlinable public mutating func set(_ element: Element, at index: Int) {
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
  /// Creates an array from a literal.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension PagedArray: Sendable where Element: Sendable {}
extension PagedArray: Equatable where Element: Equatable {}
extension PagedArray: Hashable where Element: Hashable {}
