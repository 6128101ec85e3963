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
    // The other examples of pages and documentation comments, each as it is written there.
    .target(
      name: "PageExamples",
      dependencies: [
        .product(name: "DigitalInk", package: "nextpoint"),
        .product(name: "MotionPrediction", package: "nextpoint"),
        .product(name: "TouchInput", package: "nextpoint"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]
    ),
    // Every public type that a page names, gestures through every transition, and a filter of its own.
    .executableTarget(
      name: "OutsideInk",
      dependencies: [
        "PageExamples",
        .product(name: "Datasets", package: "nextpoint"),
        .product(name: "DigitalInk", package: "nextpoint"),
        .product(name: "Evaluation", package: "nextpoint"),
        .product(name: "MotionNumerics", package: "nextpoint"),
        .product(name: "MotionPrediction", package: "nextpoint"),
        .product(name: "Reporting", package: "nextpoint"),
        .product(name: "TouchInput", package: "nextpoint"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]
    ),
  ]
)
