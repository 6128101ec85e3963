import CLAPACKEDirect
import TouchInput

/// Samples as LAPACK's interfaces like them: one array for each coordinate.
struct FlatSamples {
  let times: [Double]
  let xs: [Double]
  let ys: [Double]

  init(_ samples: [TouchSample]) {
    times = samples.map(\.time)
    xs = samples.map(\.position.x)
    ys = samples.map(\.position.y)
  }
}

/// What the hot path is compared with: a design matrix of the last eight samples and one call of
/// LAPACK's `dgelsy`, column by column, with both axes as right-hand sides.
///
/// Times and positions come from flat arrays, arrays are made once, and the answer is read at one
/// horizon.
struct LAPACKFit {
  static let window = 8

  private let degree: Int
  private let interface: Interface
  private var design: [Double]
  private var sides: [Double]
  private var order: [Int32]
  private var work = [Double](repeating: 0, count: 1024)

  /// Which of LAPACKE's two functions is called.
  enum Interface {
    /// `LAPACKE_dgelsy`, which looks for NaN, asks for the size of its workspace and allocates it.
    case plain
    /// `LAPACKE_dgelsy_work`, with a workspace made once.
    case reusingWorkspace
  }

  init(degree: Int, _ interface: Interface) {
    self.degree = degree
    self.interface = interface
    design = Array(repeating: 0, count: Self.window * (degree + 1))
    sides = Array(repeating: 0, count: Self.window * 2)
    order = Array(repeating: 0, count: degree + 1)
  }

  /// The fit through the eight samples that end with `last`, read `horizon` seconds later.
  mutating func position(
    _ samples: FlatSamples, last: Int, ahead horizon: Double
  ) -> SIMD2<Double> {
    fill(samples, last: last)
    solve()
    let at = horizon * 60
    var value = SIMD2<Double>.zero
    for column in (0...degree).reversed() {
      value = value * at + SIMD2(sides[column], sides[column + Self.window])
    }
    return value + SIMD2(samples.xs[last], samples.ys[last])
  }

  private mutating func fill(_ samples: FlatSamples, last: Int) {
    let (rows, degree) = (Self.window, degree)
    let first = last - rows + 1
    design.withUnsafeMutableBufferPointer { design in
      for row in 0..<rows {
        let time = (samples.times[first + row] - samples.times[last]) * 60
        var power = 1.0
        for column in 0...degree {
          design[row + column * rows] = power
          power *= time
        }
      }
    }
    sides.withUnsafeMutableBufferPointer { sides in
      for row in 0..<rows {
        sides[row] = samples.xs[first + row] - samples.xs[last]
        sides[row + rows] = samples.ys[first + row] - samples.ys[last]
      }
    }
  }

  private mutating func solve() {
    let (rows, columns) = (Int32(Self.window), Int32(degree + 1))
    for index in order.indices { order[index] = 0 }
    var rank: Int32 = 0
    let status =
      switch interface {
      case .plain:
        LAPACKE_dgelsy(
          LAPACK_COL_MAJOR, rows, columns, 2, &design, rows, &sides, rows, &order, 1e-12, &rank)
      case .reusingWorkspace:
        LAPACKE_dgelsy_work(
          LAPACK_COL_MAJOR, rows, columns, 2, &design, rows, &sides, rows, &order, 1e-12, &rank,
          &work, Int32(work.count))
      }
    precondition(status == 0 && rank == columns, "LAPACK did not solve the problem")
  }
}
