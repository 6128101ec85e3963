import Foundation
import Testing

/// Every figure that a command writes looks the same in a browser and in `rsvg-convert`.
@Suite(.needsRenderer) struct FigureRenderingTests {
  /// The colors of text, of the first lines and of the background.
  private static let light = (paper: "#ffffff", ink: "#1b1f24", lines: ["#7a7a7a", "#2582b2"])
  private static let dark = (paper: "#14171c", ink: "#e4e7eb", lines: ["#989898", "#54a9da"])

  /// Fewer pixels of a color may be edges, which renderers blend differently.
  private static let fewestPixels = 20
  private static let tolerance = 3

  @Test func picturesHaveTheirColorsWithoutABrowser() throws {
    let workspace = try Workspace()
    let files = try draw(in: workspace)
    for file in files {
      let pixels = try picture(of: file, in: workspace)
      // Ink may be of any color, but never covers the paper.
      #expect(
        pixels.count(near: Self.light.paper) > pixels.colors.count / 5, "\(file) has no paper")
      let drawn = pixels.colors.count { $0 != SIMD3(repeating: 255) }
      #expect(drawn > Self.fewestPixels, "\(file) is empty")
      guard !file.hasPrefix("ink") else { continue }
      #expect(pixels.count(near: Self.light.ink) > Self.fewestPixels, "\(file) has no text")
    }
    let chart = try #require(files.first { $0.hasSuffix("-error.svg") })
    let pixels = try picture(of: chart, in: workspace)
    for color in Self.light.lines {
      #expect(pixels.count(near: color) > Self.fewestPixels, "\(chart): \(color)")
    }
  }

  @Test func aDarkBackgroundIsOfAttributesToo() throws {
    let workspace = try Workspace()
    try workspace.nextpoint(
      "ink", "--gallery", "synthetic-clean-60hz", "--limit", "4", "--predictor", "linear",
      "--background", "dark", "--output", "dark.svg"
    ).expect(code: 0)
    let pixels = try picture(of: "dark.svg", in: workspace)
    #expect(pixels.count(near: Self.dark.paper) > pixels.colors.count / 2)
    #expect(pixels.count(near: Self.dark.ink) > Self.fewestPixels)
  }

  @Test(.needsBrowser) func browsersShowTheSameColors() throws {
    let workspace = try Workspace()
    let files = try draw(in: workspace)
    let pairs = try files.map { file -> String in
      _ = try picture(of: file, in: workspace)
      let svg = try workspace.data(file).base64EncodedString()
      let png = try workspace.data("picture.png").base64EncodedString()
      return
        "['\(file)','data:image/svg+xml;base64,\(svg)','data:image/png;base64,\(png)']"
    }
    try workspace.write(
      "compare.html",
      """
      <!DOCTYPE html><meta charset="utf-8"><body><script>
      const pairs = [\(pairs.joined(separator: ",\n"))];
      const load = (source) => new Promise((done, fail) => {
        const image = new Image();
        image.onload = () => done(image);
        image.onerror = () => fail(source.slice(0, 40));
        image.src = source;
      });
      const colors = async (source, width, height) => {
        const image = await load(source), canvas = document.createElement('canvas');
        canvas.width = width ?? image.width;
        canvas.height = height ?? image.height;
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        const counts = new Map(), data = context.getImageData(0, 0, canvas.width, canvas.height).data;
        for (let i = 0; i < data.length; i += 4) {
          const color = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
          counts.set(color, (counts.get(color) ?? 0) + 1);
        }
        return { counts, width: canvas.width, height: canvas.height };
      };
      (async () => {
        const found = [];
        for (const [name, svg, png] of pairs) {
          const other = await colors(png), shown = await colors(svg, other.width, other.height);
          const channels = (color) => [color >> 16, (color >> 8) & 255, color & 255];
          const known = [...other.counts.keys()].map(channels);
          const missing = [...shown.counts].filter(([color, count]) => count >= \(Self.fewestPixels) &&
            !known.some((one) => channels(color).every((value, i) => Math.abs(value - one[i]) <= \(Self.tolerance))));
          found.push({
            name, colors: [...shown.counts.values()].filter((count) => count >= \(Self.fewestPixels)).length,
            missing: missing.map(([color, count]) => '#' + color.toString(16).padStart(6, '0') + ' ' + count),
          });
        }
        document.documentElement.setAttribute('data-found', JSON.stringify(found));
      })();
      </script></body>
      """)
    struct Found: Decodable {
      let name: String
      let colors: Int
      let missing: [String]
    }
    let document = try HeadlessBrowser(workspace: workspace).document(
      "compare.html", flags: "--virtual-time-budget=60000")
    let found = try HeadlessBrowser.value(of: "data-found", in: document) as [Found]
    #expect(found.map(\.name) == files)
    for figure in found {
      #expect(figure.colors > 1, "\(figure.name)")
      #expect(figure.missing.isEmpty, "\(figure.name): \(figure.missing)")
    }
  }

  /// Draws every kind of figure; returns the names of the files.
  private func draw(in workspace: Workspace) throws -> [String] {
    let files = (1...3).map {
      (name: "person-\($0).csv", text: SmallRecordings(start: Double($0)).csv())
    }
    try workspace.writeDataset("people", files: files)
    try workspace.write("one.csv", SmallRecordings().csv())
    let commands = [
      [
        "sweep", "--dataset", "people", "--group-by", "task,participant", "--raw",
        "--frames-ahead", "1..3", "--predictor", "hold", "--predictor", "linear", "--predictor",
        "polynomial:degree=1..2,window=3..5", "--predictor", "desp", "--output", "run",
      ],
      ["report", "run"],
      ["predictors", "draw", "linear", "--output", "stroke.svg"],
      ["ink", "--gallery", "one.csv", "--predictor", "linear", "--output", "gallery.svg"],
      ["datasets", "info", "people", "--figure", "profile.svg"],
    ]
    for arguments in commands { try workspace.nextpoint(arguments: arguments).expect(code: 0) }
    let modes = ["calligraphy", "ink", "debug", "outline"]
    for mode in modes {
      try workspace.nextpoint(
        "ink", "--strokes", "one.csv", "--mode", mode, "--svg", "ink-\(mode).svg"
      ).expect(code: 0)
    }
    return workspace.names().filter { $0.hasSuffix(".svg") }.sorted()
  }

  /// Renders a file to `picture.png`.
  private func picture(of file: String, in workspace: Workspace) throws -> PNGPixels {
    try workspace.shell("rsvg-convert --unlimited --output picture.png '\(file)'").expect(code: 0)
    return try #require(PNGPixels(try workspace.data("picture.png")), "\(file)")
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs only where librsvg's program is found.
  static var needsRenderer: Self {
    .enabled(if: HeadlessBrowser.hasRenderer, "there is no rsvg-convert on the path")
  }
}
