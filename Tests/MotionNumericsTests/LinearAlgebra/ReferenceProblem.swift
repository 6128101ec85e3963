/// A linear regression problem of NIST's Statistical Reference Datasets with its certified answer.
///
/// The originals are at https://www.itl.nist.gov/div898/strd/lls/lls.shtml. NIST computed the
/// certified values with 500 digits and rounded them to 15. Data and values were read from public
/// transcriptions, two or more for each problem, and compared: GNU Octave's tests of `wpolyfit`
/// (P. Kienzle, public domain), the tests of KDE LabPlot, GSL and GAMS' LS01.
struct ReferenceProblem: Sendable, CustomStringConvertible {
  /// NIST's name.
  let name: String
  /// The predictor of each row; several for Longley alone.
  let predictors: [[Double]]
  let response: [Double]
  /// What the columns of the design are.
  let model: Model
  let coefficients: [Double]
  let residualSumOfSquares: Double

  enum Model: Sendable {
    /// 1, x, …, x^degree.
    case polynomial(degree: Int)
    /// The predictors alone.
    case throughOrigin
    /// 1 and the predictors.
    case linear
  }

  var description: String { name }

  /// The rows of the design.
  var design: [[Double]] {
    predictors.map { row in
      switch model {
      case .polynomial(let degree): Self.powers(row[0], degree)
      case .throughOrigin: row
      case .linear: [1] + row
      }
    }
  }

  static func powers(_ x: Double, _ degree: Int) -> [Double] {
    (0..<degree).reduce(into: [1]) { powers, _ in powers.append(powers[powers.count - 1] * x) }
  }

  private init(
    _ name: String, _ model: Model, x: [Double], y: [Double], coefficients: [Double],
    residual: Double
  ) {
    (self.name, self.model, predictors, response) = (name, model, x.map { [$0] }, y)
    (self.coefficients, residualSumOfSquares) = (coefficients, residual)
  }

  private init(longley rows: [[Double]], coefficients: [Double], residual: Double) {
    (name, model) = ("Longley", .linear)
    predictors = rows.map { Array($0.dropFirst()) }
    response = rows.map { $0[0] }
    (self.coefficients, residualSumOfSquares) = (coefficients, residual)
  }

  static let all = [
    norris, pontius, noIntercept1, noIntercept2, filip, longley, wampler1, wampler2, wampler3,
    wampler4, wampler5,
  ]

  // MARK: - Lower difficulty

  static let norris = ReferenceProblem(
    "Norris", .polynomial(degree: 1),
    x: [
      0.2, 337.4, 118.2, 884.6, 10.1, 226.5, 666.3, 996.3, 448.6, 777.0, 558.2, 0.4, 0.6, 775.5,
      666.9, 338.0, 447.5, 11.6, 556.0, 228.1, 995.8, 887.6, 120.2, 0.3, 0.3, 556.8, 339.1, 887.2,
      999.0, 779.0, 11.1, 118.3, 229.2, 669.1, 448.9, 0.5,
    ],
    y: [
      0.1, 338.8, 118.1, 888.0, 9.2, 228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3, 0.1, 778.1,
      668.8, 339.3, 448.9, 10.8, 557.7, 228.3, 998.0, 888.8, 119.6, 0.3, 0.6, 557.6, 339.3, 888.0,
      998.5, 778.9, 10.2, 117.6, 228.9, 668.4, 449.2, 0.2,
    ],
    coefficients: [-0.262323073774029, 1.00211681802045], residual: 26.6173985294224)

  static let pontius = ReferenceProblem(
    "Pontius", .polynomial(degree: 2), x: (0..<40).map { Double($0 % 20 + 1) * 150_000 },
    y: [
      0.11019, 0.21956, 0.32949, 0.43899, 0.54803, 0.65694, 0.76562, 0.87487, 0.98292, 1.09146,
      1.20001, 1.30822, 1.41599, 1.52399, 1.63194, 1.73947, 1.84646, 1.95392, 2.06128, 2.16844,
      0.11052, 0.22018, 0.32939, 0.43886, 0.54798, 0.65739, 0.76596, 0.87474, 0.98300, 1.09150,
      1.20004, 1.30818, 1.41613, 1.52408, 1.63159, 1.73965, 1.84696, 1.95445, 2.06177, 2.16829,
    ],
    coefficients: [0.673565789473684e-3, 0.732059160401003e-6, -0.316081871345029e-14],
    residual: 0.155761768796992e-5)

  // MARK: - Average difficulty

  static let noIntercept1 = ReferenceProblem(
    "NoInt1", .throughOrigin, x: (60...70).map(Double.init), y: (130...140).map(Double.init),
    coefficients: [2.07438016528926], residual: 127.272727272727)

  static let noIntercept2 = ReferenceProblem(
    "NoInt2", .throughOrigin, x: [4, 5, 6], y: [3, 4, 4], coefficients: [0.727272727272727],
    residual: 0.272727272727273)

  // MARK: - Higher difficulty

  static let filip = ReferenceProblem(
    "Filip", .polynomial(degree: 10),
    x: [
      -6.860120914, -4.324130045, -4.358625055, -4.358426747, -6.955852379, -6.661145254,
      -6.355462942, -6.118102026, -7.115148017, -6.815308569, -6.519993057, -6.204119983,
      -5.853871964, -6.109523091, -5.79832982, -5.482672118, -5.171791386, -4.851705903,
      -4.517126416, -4.143573228, -3.709075441, -3.499489089, -6.300769497, -5.953504836,
      -5.642065153, -5.031376979, -4.680685696, -4.329846955, -3.928486195, -8.56735134,
      -8.363211311, -8.107682739, -7.823908741, -7.522878745, -7.218819279, -6.920818754,
      -6.628932138, -6.323946875, -5.991399828, -8.781464495, -8.663140179, -8.473531488,
      -8.247337057, -7.971428747, -7.676129393, -7.352812702, -7.072065318, -6.774174009,
      -6.478861916, -6.159517513, -6.835647144, -6.53165267, -6.224098421, -5.910094889,
      -5.598599459, -5.290645224, -4.974284616, -4.64454848, -4.290560426, -3.885055584,
      -3.408378962, -3.13200249, -8.726767166, -8.66695597, -8.511026475, -8.165388579,
      -7.886056648, -7.588043762, -7.283412422, -6.995678626, -6.691862621, -6.392544977,
      -6.067374056, -6.684029655, -6.378719832, -6.065855188, -5.752272167, -5.132414673,
      -4.811352704, -4.098269308, -3.66174277, -3.2644011,
    ],
    y: [
      0.8116, 0.9072, 0.9052, 0.9039, 0.8053, 0.8377, 0.8667, 0.8809, 0.7975, 0.8162, 0.8515,
      0.8766, 0.8885, 0.8859, 0.8959, 0.8913, 0.8959, 0.8971, 0.9021, 0.909, 0.9139, 0.9199,
      0.8692, 0.8872, 0.89, 0.891, 0.8977, 0.9035, 0.9078, 0.7675, 0.7705, 0.7713, 0.7736, 0.7775,
      0.7841, 0.7971, 0.8329, 0.8641, 0.8804, 0.7668, 0.7633, 0.7678, 0.7697, 0.77, 0.7749, 0.7796,
      0.7897, 0.8131, 0.8498, 0.8741, 0.8061, 0.846, 0.8751, 0.8856, 0.8919, 0.8934, 0.894, 0.8957,
      0.9047, 0.9129, 0.9209, 0.9219, 0.7739, 0.7681, 0.7665, 0.7703, 0.7702, 0.7761, 0.7809,
      0.7961, 0.8253, 0.8602, 0.8809, 0.8301, 0.8664, 0.8834, 0.8898, 0.8964, 0.8963, 0.9074,
      0.9119, 0.9228,
    ],
    coefficients: [
      -1467.48961422980, -2772.17959193342, -2316.37108160893, -1127.97394098372,
      -354.478233703349, -75.1242017393757, -10.8753180355343, -1.06221498588947,
      -0.670191154593408e-1, -0.246781078275479e-2, -0.402962525080404e-4,
    ],
    residual: 0.795851382172941e-3)

  static let longley = ReferenceProblem(
    longley: [
      [60323, 83.0, 234289, 2356, 1590, 107608, 1947],
      [61122, 88.5, 259426, 2325, 1456, 108632, 1948],
      [60171, 88.2, 258054, 3682, 1616, 109773, 1949],
      [61187, 89.5, 284599, 3351, 1650, 110929, 1950],
      [63221, 96.2, 328975, 2099, 3099, 112075, 1951],
      [63639, 98.1, 346999, 1932, 3594, 113270, 1952],
      [64989, 99.0, 365385, 1870, 3547, 115094, 1953],
      [63761, 100.0, 363112, 3578, 3350, 116219, 1954],
      [66019, 101.2, 397469, 2904, 3048, 117388, 1955],
      [67857, 104.6, 419180, 2822, 2857, 118734, 1956],
      [68169, 108.4, 442769, 2936, 2798, 120445, 1957],
      [66513, 110.8, 444546, 4681, 2637, 121950, 1958],
      [68655, 112.6, 482704, 3813, 2552, 123366, 1959],
      [69564, 114.2, 502601, 3931, 2514, 125368, 1960],
      [69331, 115.7, 518173, 4806, 2572, 127852, 1961],
      [70551, 116.9, 554894, 4007, 2827, 130081, 1962],
    ],
    coefficients: [
      -3482258.63459582, 15.0618722713733, -0.358191792925910e-1, -2.02022980381683,
      -1.03322686717359, -0.511041056535807e-1, 1829.15146461355,
    ],
    residual: 836424.055505915)

  private static func wampler(
    _ number: Int, _ y: [Double], share: Double = 1, residual: Double
  ) -> ReferenceProblem {
    ReferenceProblem(
      "Wampler\(number)", .polynomial(degree: 5), x: (0...20).map(Double.init), y: y,
      coefficients: powers(share, 5), residual: residual)
  }

  /// y = 1 + x + … + x⁵, in whole numbers.
  private static let wamplerSums = (0...20).map { x in
    (0..<5).reduce(1.0) { sum, _ in sum * Double(x) + 1 }
  }

  static let wampler1 = wampler(1, wamplerSums, residual: 0)

  /// y = 1 + 0.1x + … + 1e-5·x⁵, rounded once from whole numbers.
  static let wampler2 = wampler(
    2,
    (0...20).map { x in
      [10, 100, 1000, 10_000, 100_000].reduce(1.0) { $0 * Double(x) + $1 } / 100_000
    },
    share: 0.1, residual: 0)

  /// What Wampler3 adds to Wampler1's y; 4 adds a hundred, 5 ten thousand times as much.
  private static let wamplerDeviations: [Double] = [
    759, -2048, 2048, -2048, 2523, -2048, 2048, -2048, 1838, -2048, 2048, -2048, 1838, -2048, 2048,
    -2048, 2523, -2048, 2048, -2048, 759,
  ]

  static let wampler3 = wampler(
    3, zip(wamplerSums, wamplerDeviations).map { $0 + $1 }, residual: 83_554_268)
  static let wampler4 = wampler(
    4, zip(wamplerSums, wamplerDeviations).map { $0 + 100 * $1 }, residual: 835_542_680_000)
  static let wampler5 = wampler(
    5, zip(wamplerSums, wamplerDeviations).map { $0 + 10_000 * $1 },
    residual: 8_355_426_800_000_000)
}
