// swift-tools-version: 6.2
import PackageDescription

// A package from outside, as an application or a researcher would write it: `scripts/verify embedding` builds and runs it.
let package = Package(
  name: "embedding-package",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "nextpoint", path: "../..")],
  targets: [
    // The README's example, the file that its test compares with the page.
    .executableTarget(
      name: "EmbeddedPrediction",
      dependencies: [
        .product(name: "MotionPrediction", package: "nextpoint"),
        .product(name: "TouchInput", package: "nextpoint"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]
    ),
    // The example of docs/embedding.md.
    .executableTarget(
      name: "OutsideEvaluation",
      dependencies: [
        .product(name: "Datasets", package: "nextpoint"),
        .product(name: "Evaluation", package: "nextpoint"),
        .product(name: "MotionPrediction", package: "nextpoint"),
        .product(name: "Reporting", package: "nextpoint"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]
    ),
  ]
)
