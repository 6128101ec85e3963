// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "nextpoint-benchmarks",
  dependencies: [.package(name: "nextpoint", path: "..")],
  targets: [
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
