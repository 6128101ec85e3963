// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "nextpoint-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "nextpoint", path: ".."),
    // Without its traits, which count allocations by replacing the allocator.
    .package(url: "https://github.com/ordo-one/benchmark.git", from: "1.38.1", traits: []),
  ],
  targets: [
    .systemLibrary(name: "CLAPACKEDirect", pkgConfig: "lapacke"),
    .executableTarget(
      name: "InkBenchmark",
      dependencies: [
        .product(name: "DigitalInk", package: "nextpoint"),
        .product(name: "TouchInput", package: "nextpoint"),
        .product(name: "MotionNumerics", package: "nextpoint"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]
    ),
    .executableTarget(
      name: "EventCost",
      dependencies: [
        .product(name: "MotionPrediction", package: "nextpoint"),
        .product(name: "TouchInput", package: "nextpoint"),
        .product(name: "MotionNumerics", package: "nextpoint"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]
    ),
    .executableTarget(
      name: "HotPathBenchmark",
      dependencies: [
        "CLAPACKEDirect",
        .product(name: "MotionPrediction", package: "nextpoint"),
        .product(name: "TouchInput", package: "nextpoint"),
        .product(name: "MotionNumerics", package: "nextpoint"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]
    ),
    .executableTarget(
      name: "PredictionBenchmark",
      dependencies: [
        .product(name: "MotionPrediction", package: "nextpoint"),
        .product(name: "TouchInput", package: "nextpoint"),
        .product(name: "MotionNumerics", package: "nextpoint"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]
    ),
  ]
)

// MARK: - What the experiment `speed` runs beside other packages

package.targets.append(
  .executableTarget(
    name: "StreamCost", dependencies: modules("MotionNumerics", "MotionPrediction", "DigitalInk"),
    swiftSettings: [.swiftLanguageMode(.v6)]))

// MARK: - The suites, each in a folder beside this file: that is where its tool looks for them

package.targets += [
  .target(
    name: "SuiteSettings", dependencies: [.product(name: "Benchmark", package: "benchmark")],
    swiftSettings: [.swiftLanguageMode(.v6)]),
  suite("PredictorSuite", modules("MotionPrediction", "Datasets")),
  suite("SweepSuite", modules("Evaluation", "MotionPrediction", "Datasets")),
  suite("ReaderSuite", modules("Datasets")),
  suite("InkSuite", modules("DigitalInk", "MotionNumerics", "MotionPrediction")),
]

/// A suite of benchmarks, in a folder of its name.
func suite(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies + [
      "SuiteSettings", .product(name: "Benchmark", package: "benchmark"),
    ],
    path: name,
    swiftSettings: [.swiftLanguageMode(.v6)],
    plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

/// Modules of nextpoint, with that of its samples.
func modules(_ names: String...) -> [Target.Dependency] {
  (names + ["TouchInput"]).map { .product(name: $0, package: "nextpoint") }
}
