import Datasets
import Evaluation

/// Heat maps of one measure over observation window and horizon, one per family of configurations.
struct WindowMaps {
  private let scores: DatasetScores
  private let slug: String

  /// Configurations that differ only in the window.
  private struct Family {
    let title: String
    /// Whether the window is in milliseconds and not in samples.
    let isTimed: Bool
    /// The configurations by ascending window.
    let members: [(window: Double, configuration: DatasetScores.Configuration)]
  }

  private let families: [Family]

  /// The most families that are drawn.
  static let mostFamilies = 12

  /// Whether some families are not drawn.
  let isCut: Bool

  /// Creates the maps of the families that were swept over the window.
  init(_ scores: DatasetScores, slug: String) {
    self.scores = scores
    self.slug = slug
    let found = Self.families(scores)
    isCut = found.count > Self.mostFamilies
    families = Array(found.prefix(Self.mostFamilies))
  }

  /// Whether there is nothing to draw: no swept window, or a single horizon.
  var isEmpty: Bool { families.isEmpty || scores.moments.count < 2 }

  /// Returns the maps of a measure on one color scale; none without that measure or its values.
  func figures(_ measure: HeadlineMeasure) -> [Figure] {
    guard !isEmpty, let metric = scores.metric(measure.name),
      let place = scores.index(of: measure.name)
    else { return [] }
    let values = families.map { family in
      let members = Dictionary(
        family.members.map { ($0.window, $0.configuration) },
        uniquingKeysWith: { first, _ in first })
      return windows(likeThoseOf: family).map { window in
        scores.moments.indices.map { moment in
          members[window].flatMap { scores.value($0, at: moment, place) }
        }
      }
    }
    guard let scale = ColorScale(values.flatMap { $0.flatMap { $0.compactMap { $0 } } }) else {
      return []
    }
    let words = Slug.distinct(families.map(\.title))
    return families.indices.map { index in
      figure(
        families[index], word: words[index], windows: windows(likeThoseOf: families[index]),
        values: values[index],
        measure: measure, format: scores.format(metric),
        scale: scale)
    }
  }

  /// The windows of all families that are measured alike, so that their maps have the same rows.
  private func windows(likeThoseOf family: Family) -> [Double] {
    let alike = families.filter { $0.isTimed == family.isTimed }
    return Set(alike.flatMap { $0.members.map(\.window) }).sorted()
  }

  private func figure(
    _ family: Family, word: String, windows: [Double], values: [[Double?]],
    measure: HeadlineMeasure, format: MeasureFormat, scale: ColorScale
  ) -> Figure {
    let axis = HorizonAxis(scores.moments)
    return HeatMap(
      name: "\(slug)-\(measure.word)-map-\(word)", title: family.title,
      summary: "\(format.heading) on \(scores.group.dataset) by observation window and "
        + "\(axis.noun), \(family.title); the outlined cell is the best window at that horizon.",
      xTitle: axis.title, yTitle: "observation window (\(family.isTimed ? "ms" : "samples"))",
      columns: scores.moments.indices.map(axis.label),
      rows: windows.map { FixedPoint.trimmed($0, decimals: 3) }, values: values,
      scale: scale, valueTitle: format.axisTitle,
      cellText: { FixedPoint.significant($0) }
    ).figure()
  }

  private static func families(_ scores: DatasetScores) -> [Family] {
    var order: [String] = []
    var members: [String: [(window: Double, configuration: DatasetScores.Configuration)]] = [:]
    for configuration in scores.configurations {
      guard let window = configuration.window else { continue }
      let rest = configuration.parameters.split(separator: ",").filter { $0 != window.setting }
      let words = rest.map { String($0).replacing("=", with: " ") }
      let title = ([configuration.kind] + words + (window.isTimed ? ["window in ms"] : []))
        .joined(separator: ", ")
      if members[title] == nil { order.append(title) }
      members[title, default: []].append((window.length, configuration))
    }
    return order.compactMap { title in
      let sorted = (members[title] ?? []).sorted { $0.window < $1.window }
      guard sorted.count > 1, let window = sorted.first?.configuration.window else { return nil }
      return Family(title: title, isTimed: window.isTimed, members: sorted)
    }
  }
}
