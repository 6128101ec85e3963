import Foundation

/// A data set as figures: how often reports come, how strokes begin, how long and how fast they are.
package struct ProfileFigure: Sendable {
  private let profiles: [DatasetProfile]

  /// A figure of some data sets, from top to bottom.
  package init(of profiles: [DatasetProfile]) { self.profiles = profiles }

  /// Draws it; equal values give equal bytes.
  ///
  /// - Parameter name: The file's name without extension.
  /// - Returns: The figure with its panels stacked.
  package func figure(named name: String) -> Figure {
    let names = profiles.map(\.name).joined(separator: ", ")
    return .stacked(
      profiles.enumerated().flatMap { place, profile in
        Self.panels(of: profile, name: "\(name)-\(place + 1)")
      }, name: name, title: "What is in \(names)",
      summary: profiles.map(Self.summary).joined(separator: " "))
  }

  private static func summary(_ profile: DatasetProfile) -> String {
    let median = profile.clock.medianInterval.map { FixedPoint.rounded(1000 * $0, digits: 3) }
    return "\(profile.name): \(profile.counts.strokes) strokes of \(profile.counts.samples) samples"
      + (median.map { ", median interval \($0)\u{A0}ms." } ?? ".")
  }

  private static func panels(of profile: DatasetProfile, name: String) -> [Figure] {
    let unit = profile.motion.unit.rawValue
    return [
      intervals(profile, name: "\(name)-intervals"), openings(profile, name: "\(name)-openings"),
      histogram(
        profile.motion.durationHistogram, named: "\(name)-durations",
        "\(profile.name): durations of strokes", axis: "duration (s, log scale)",
        median: profile.motion.durations?.median, count: "strokes"),
      histogram(
        profile.motion.lengthHistogram, named: "\(name)-lengths",
        "\(profile.name): lengths of strokes", axis: "length (\(unit), log scale)",
        median: profile.motion.lengths?.median, count: "strokes"),
      histogram(
        profile.motion.speedHistogram, named: "\(name)-speeds",
        "\(profile.name): speeds from sample to sample", axis: "speed (\(unit)/s, log scale)",
        median: profile.motion.speeds?.median, count: "samples"),
    ].compactMap(\.self)
  }

  private static func intervals(_ profile: DatasetProfile, name: String) -> Figure? {
    guard let bins = profile.clock.histogram else { return nil }
    let title = "\(profile.name): intervals between samples"
    let median = profile.clock.medianInterval.map { 1000 * $0 }
    return HistogramChart(
      name: name, title: title,
      summary:
        "\(title), in bins of \(FixedPoint.rounded(1000 * (profile.clock.binWidth ?? 0), digits: 3)) ms.",
      valueTitle: "interval (ms)", countTitle: "intervals", edges: bins.edges.map { 1000 * $0 },
      counts: bins.counts, outside: outside(bins), isLogarithmic: false,
      mark: median.map { ($0, "median \(FixedPoint.rounded($0, digits: 3))\u{A0}ms") }
    ).figure()
  }

  private static func histogram(
    _ bins: Histogram?, named name: String, _ title: String, axis: String, median: Double?,
    count: String
  ) -> Figure? {
    guard let bins else { return nil }
    let mark = median.flatMap { $0 > 0 ? $0 : nil }
    return HistogramChart(
      name: name, title: title, summary: "\(title), ten bins to a decade.", valueTitle: axis,
      countTitle: count, edges: bins.edges, counts: bins.counts, outside: outside(bins),
      isLogarithmic: true,
      mark: mark.map { ($0, "median \(FixedPoint.rounded($0, digits: 3))") }
    ).figure()
  }

  private static func outside(_ bins: Histogram) -> String {
    [(bins.below, "below"), (bins.above, "above")].filter { $0.0 > 0 }
      .map { "; \($0.0) \($0.1)" }.joined()
  }

  private static func openings(_ profile: DatasetProfile, name: String) -> Figure? {
    let ratios = profile.clock.openings
    guard !ratios.isEmpty else { return nil }
    let title = "\(profile.name): the first intervals of strokes"
    let points = ratios.enumerated().map { place, ratio in
      LineChart.Point(
        x: Double(place + 1), y: ratio.median, interval: ratio.low...ratio.high,
        tip: "interval \(place + 1): \(FixedPoint.text(ratio.median, decimals: 2)) times the median"
      )
    }
    return LineChart(
      name: name, title: title,
      summary:
        "\(title), in median intervals of their recording: the median over strokes, with the "
        + "5 and 95 % quantiles as a band.",
      xTitle: "place in the stroke; band: 5 to 95 % of strokes", yTitle: "interval / median",
      xLabels: ratios.indices.map { (Double($0 + 1), "\($0 + 1)") },
      series: [.init(label: "median", style: SeriesStyle(2), points: points)]
    ).figure()
  }
}
