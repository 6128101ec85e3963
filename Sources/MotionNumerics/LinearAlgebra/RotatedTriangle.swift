/// A lower triangle S updated by plane rotations: the state of `RecursiveLeastSquares`.
///
/// The storage is made once. Rows stand in pairs of neighbors, which one instruction turns; an odd
/// order has a last row of zeros that stays so.
struct RotatedTriangle: Sendable {
  private let order: Int
  /// The number of pairs of rows.
  private let pairs: Int
  /// S: rows 2p and 2p + 1 of column j stand at `p + j * pairs`.
  private var rows: [SIMD2<Double>]
  /// During an update: the row's values by pairs, then cosine and sine of each column's rotation.
  private var scratch: [SIMD2<Double>]
  /// The sum of the squares of S: the trace of S·Sᵀ.
  private(set) var sumOfSquares = 0.0

  /// Creates a triangle of zeros.
  init(order: Int) {
    self.order = order
    pairs = (order + 1) / 2
    rows = Array(repeating: .zero, count: pairs * order)
    scratch = Array(repeating: .zero, count: pairs + order)
  }

  /// S, column by column, without the padding; a copy.
  var columns: [Double] {
    (0..<order).flatMap { column in
      (0..<order).map { rows[$0 / 2 + column * pairs][$0 % 2] }
    }
  }

  /// Sets S to the identity times a factor.
  mutating func reset(diagonal: Double) {
    for index in rows.indices { rows[index] = .zero }
    for index in 0..<order { rows[index / 2 + index * pairs][index % 2] = diagonal }
    sumOfSquares = Double(order) * diagonal * diagonal
  }

  /// Multiplies S by `growth` and adds the row u of one axis.
  ///
  /// - Parameters:
  ///   - regressor: u, as many points as the order.
  ///   - axis: 0 for x, 1 for y.
  ///   - error: d − Σ w·u.
  ///   - growth: λ^−½.
  ///   - weights: w, to which the gain times the error is added.
  mutating func absorb(
    _ regressor: UnsafeBufferPointer<SIMD2<Double>>, axis: Int, error: Double, growth: Double,
    into weights: UnsafeMutableBufferPointer<Double>
  ) {
    let (order, pairs) = (order, pairs)
    var squares = SIMD2<Double>.zero
    scratch.withUnsafeMutableBufferPointer { scratch in
      rows.withUnsafeMutableBufferPointer { rows in
        for pair in 0..<pairs {
          let second = 2 * pair + 1 < order ? regressor[2 * pair + 1][axis] : 0
          scratch[pair] = SIMD2(regressor[2 * pair][axis], second)
        }
        let pivot = Self.rotations(rows, scratch, order, pairs, growth)
        let share = error / pivot
        for pair in 0..<pairs {
          var gain = SIMD2<Double>.zero
          // Indices cannot overflow here, and checking that would cost as much as the rotation.
          var rotation = pairs &+ min(2 * pair + 1, order - 1)
          var place = pair &+ (rotation &- pairs) &* pairs
          while rotation >= pairs {
            let (cosine, sine) = (scratch[rotation].x, scratch[rotation].y)
            let right = growth * rows[place]
            let turned = cosine * right - sine * gain
            gain = cosine * gain + sine * right
            rows[place] = turned
            squares += turned * turned
            rotation &-= 1
            place &-= pairs
          }
          weights[2 * pair] += gain.x * share
          if 2 * pair + 1 < order { weights[2 * pair + 1] += gain.y * share }
        }
      }
    }
    sumOfSquares = squares.sum()
  }

  /// Writes cosine and sine of the rotation of each column behind the row in `scratch`.
  ///
  /// - Returns: γ^−½, the length of (1, growth·Sᵀu).
  @inline(__always)
  private static func rotations(
    _ rows: UnsafeMutableBufferPointer<SIMD2<Double>>,
    _ scratch: UnsafeMutableBufferPointer<SIMD2<Double>>, _ order: Int, _ pairs: Int,
    _ growth: Double
  ) -> Double {
    var (square, pivot) = (1.0, 1.0)
    var column = order - 1
    while column >= 0 {
      var product = SIMD2<Double>.zero
      var pair = column &>> 1
      let first = column &* pairs
      while pair < pairs {
        product += rows[first &+ pair] * scratch[pair]
        pair &+= 1
      }
      let element = growth * product.sum()
      square += element * element
      let length = square.squareRoot()
      let inverse = 1 / length
      scratch[pairs &+ column] = SIMD2(pivot * inverse, element * inverse)
      pivot = length
      column &-= 1
    }
    return pivot
  }
}
