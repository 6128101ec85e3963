// swift-tools-version: 6.2
import PackageDescription

/// The language mode of every target; strict concurrency comes with it.
let settings: [SwiftSetting] = [.swiftLanguageMode(.v6)]

/// The settings of the modules that neither predict nor score.
///
/// The first build of `scripts/demo` leaves them unoptimized, so that they compile in a quarter of the processor time.
let outerSettings =
  settings
  + (Context.environment["NEXTPOINT_QUICK_BUILD"] == "1" ? [.unsafeFlags(["-Onone"])] : [])

/// What the server of `nextpoint record` alone needs.
let recording: TargetDependencyCondition? = .when(traits: ["Record"])

let package = Package(
  name: "nextpoint",
  products: [
    // MARK: - Libraries that an app can embed
    .library(name: "MotionNumerics", targets: ["MotionNumerics"]),
    .library(name: "TouchInput", targets: ["TouchInput"]),
    .library(name: "MotionPrediction", targets: ["MotionPrediction"]),
    .library(name: "DigitalInk", targets: ["DigitalInk"]),
    .library(name: "nextpoint-c", type: .dynamic, targets: ["CInterface"]),
    // MARK: - The research tool
    .library(name: "Datasets", targets: ["Datasets"]),
    .library(name: "Evaluation", targets: ["Evaluation"]),
    .library(name: "Reporting", targets: ["Reporting"]),
    .executable(name: "nextpoint", targets: ["nextpoint"]),
    .executable(name: "nextpoint-record", targets: ["RecordServer"]),
  ],
  traits: [
    // Off by default: without it, nothing of the server library is fetched or built.
    .trait(name: "Record", description: "The server of nextpoint record, by SwiftNIO.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    // The trait Record alone needs this.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
  ],
  targets: [
    // MARK: - Floor 0: the only C, three headers and a few loops
    .systemLibrary(name: "CNextpoint"),
    .systemLibrary(
      name: "CLAPACKE",
      pkgConfig: "lapacke",
      providers: [.apt(["liblapacke-dev", "libopenblas-dev"]), .brew(["lapack"])]
    ),
    .systemLibrary(
      name: "CLibcrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .yum(["openssl-devel"])]
    ),
    .target(name: "CLoops"),
    // MARK: - Floor 1
    .target(
      name: "MotionNumerics",
      dependencies: ["CLoops", .target(name: "CLAPACKE", condition: .when(platforms: [.linux]))],
      swiftSettings: settings
    ),
    .target(name: "TouchInput", swiftSettings: settings),
    // MARK: - Floor 2
    .target(
      name: "MotionPrediction",
      dependencies: ["CLoops", "MotionNumerics", "TouchInput"],
      exclude: ["Learned/Model/standard-model.npm"],
      swiftSettings: settings,
      plugins: ["StandardModel"]
    ),
    .plugin(name: "StandardModel", capability: .buildTool()),
    .target(
      name: "Datasets",
      dependencies: [
        "TouchInput", "MotionNumerics",
        .target(name: "CLibcrypto", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: outerSettings
    ),
    // MARK: - Floor 3
    .target(
      name: "DigitalInk",
      dependencies: ["TouchInput", "MotionNumerics", "MotionPrediction"],
      swiftSettings: outerSettings
    ),
    .target(
      name: "Evaluation",
      dependencies: ["CLoops", "MotionPrediction", "MotionNumerics", "TouchInput"],
      swiftSettings: settings
    ),
    .target(
      name: "CInterface",
      dependencies: ["CNextpoint", "MotionPrediction", "TouchInput"],
      swiftSettings: settings
    ),
    // MARK: - Floor 4
    .target(
      name: "Reporting",
      dependencies: [
        "Evaluation", "DigitalInk", "Datasets", "MotionPrediction", "MotionNumerics",
        "TouchInput",
      ],
      swiftSettings: outerSettings,
      plugins: ["EmbeddedText"]
    ),
    // MARK: - Floor 5: the command line
    .executableTarget(
      name: "nextpoint",
      dependencies: [
        "Reporting", "Evaluation", "DigitalInk", "Datasets", "MotionPrediction", "MotionNumerics",
        "TouchInput", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Yams", package: "Yams"),
      ],
      exclude: ["Live/live.wasm", "Live/live.sha256"],
      swiftSettings: outerSettings,
      plugins: ["BuildCommit", "EmbeddedText", "LiveModule"]
    ),
    .plugin(name: "EmbeddedText", capability: .buildTool()),
    .plugin(name: "LiveModule", capability: .buildTool()),
    .executableTarget(
      name: "RecordServer",
      dependencies: [.target(name: "Datasets", condition: recording)]
        + [
          ("ArgumentParser", "swift-argument-parser"), ("NIOCore", "swift-nio"),
          ("NIOHTTP1", "swift-nio"), ("NIOPosix", "swift-nio"),
        ].map { .product(name: $0, package: $1, condition: recording) },
      swiftSettings: settings
    ),
    .plugin(name: "BuildCommit", capability: .buildTool()),
    // MARK: - Tests
    .target(
      name: "TestSupport", dependencies: ["Datasets", "TouchInput", "MotionNumerics"],
      path: "Tests/TestSupport", exclude: ["WorkedCases"], swiftSettings: settings),
    .testTarget(
      name: "MotionNumericsTests", dependencies: ["MotionNumerics", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "TouchInputTests", dependencies: ["TouchInput", "MotionNumerics", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "MotionPredictionTests",
      dependencies: ["MotionPrediction", "MotionNumerics", "TouchInput", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DatasetsTests",
      dependencies: ["Datasets", "MotionNumerics", "TouchInput", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DigitalInkTests",
      dependencies: [
        "DigitalInk", "Datasets", "MotionPrediction", "MotionNumerics", "TouchInput",
        "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "EvaluationTests",
      dependencies: [
        "Evaluation", "Datasets", "MotionPrediction", "MotionNumerics", "TouchInput",
        "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "Reporting", "Evaluation", "DigitalInk", "Datasets", "MotionPrediction", "MotionNumerics",
        "TouchInput", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "nextpoint", "CInterface", "Reporting", "Evaluation", "Datasets", "TestSupport",
      ],
      exclude: [
        "Snapshots", "CInterface/interface.c", "CInterface/strokes.c", "CInterface/learned.c",
        "CInterface/fuzz.c", "CInterface/expect.h",
        "CInterface/FirstHeader",
      ],
      swiftSettings: settings
    ),
  ]
)
