/// A line chart over a common horizontal axis, one line per predictor.
struct LineChart {
  /// One line.
  struct Series {
    /// The name at its end or in the legend.
    let label: String
    /// How it looks.
    let style: SeriesStyle
    /// The points from left to right; a missing value breaks the line.
    let points: [Point]
  }

  /// One point of a line.
  struct Point {
    let x: Double
    let y: Double?
    /// The interval of the value; nil where unknown.
    var interval: ClosedRange<Double>?
    /// The tooltip.
    let tip: String
    /// Whether a marker shows where it is.
    var isMarked = true
  }

  let name: String
  let title: String
  let summary: String
  let xTitle: String
  let yTitle: String
  /// The labels of the horizontal axis; nil for round numbers.
  let xLabels: [(value: Double, text: String)]?
  let series: [Series]
  /// Whether the diagonal, where both values are equal, is drawn.
  var showsDiagonal = false
  /// Whether both axes are logarithmic; all values must be above 0.
  var isLogarithmic = false

  private static let width = 480.0
  private static let plotHeight = 236.0
  private static let longestEndLabel = 165.0

  /// Draws it.
  func figure() -> Figure {
    let drawn = series.filter { $0.points.contains { $0.y?.isFinite == true } }
    let extent = drawn.flatMap { $0.points.flatMap(\.extent) }
    let y =
      isLogarithmic ? AxisScale.logarithmic(extent) : .linear(extent, includesZero: true)
    let labelWidth =
      drawn.map { SVGCanvas.width(of: $0.label, size: SVGCanvas.TextSize.body) }.max() ?? 0
    // Where lines end far apart, leads to labels at the end would cross them.
    let labelsAtEnd = labelWidth <= Self.longestEndLabel && !isLogarithmic
    let left = PlotArea.leftMargin(for: y)
    let rightMargin = labelsAtEnd ? labelWidth + 26 : 16
    let area = PlotArea(
      left: left, top: 34, width: Self.width - left - rightMargin, height: Self.plotHeight,
      x: horizontalAxis, y: y)
    var canvas = SVGCanvas()
    canvas.write(title, x: 2, y: 16, style: "head")
    area.drawAxes(
      on: &canvas, xTitle: xTitle, yTitle: yTitle, xLabels: xLabels, verticalGrid: isLogarithmic)
    if showsDiagonal { drawDiagonal(in: area, on: &canvas) }
    for line in drawn { drawBand(of: line, in: area, on: &canvas) }
    // Drawn in reverse, so that the dashes of a baseline stay visible on top of coinciding lines.
    for line in drawn.reversed() { draw(line, in: area, on: &canvas) }
    var bottom = area.bottom + 46
    if labelsAtEnd {
      labelEnds(of: drawn, in: area, on: &canvas)
    } else {
      let legend = Legend(items: drawn.map { .init(label: $0.label, style: $0.style) })
      bottom = legend.draw(on: &canvas, left: 8, top: bottom + 6, width: Self.width - 16)
    }
    if drawn.isEmpty {
      canvas.write(
        "no values", x: area.left + area.width / 2, y: area.top + area.height / 2,
        anchor: .middle, style: "muted")
    }
    return Figure(
      name: name, title: title, summary: summary, width: Self.width, height: bottom,
      body: canvas.text)
  }

  private var horizontalAxis: AxisScale {
    let values = series.flatMap { $0.points.map(\.x) }
    guard !isLogarithmic else { return .logarithmic(values) }
    guard let labels = xLabels else { return .linear(values, includesZero: false) }
    let low = (values + labels.map(\.value)).min() ?? 0
    let high = (values + labels.map(\.value)).max() ?? 1
    let margin = high > low ? (high - low) * 0.04 : 1
    return AxisScale(
      low: low - margin, high: high + margin, isLogarithmic: false, ticks: labels.map(\.value),
      decimals: 0)
  }

  private func drawDiagonal(in area: PlotArea, on canvas: inout SVGCanvas) {
    let low = max(area.x.low, area.y.low)
    let high = min(area.x.high, area.y.high)
    guard low < high else { return }
    canvas.line(area.point(low, low), area.point(high, high), style: "front")
  }

  /// Draws the intervals of a line as a translucent band, one piece per run of neighbors.
  private func drawBand(of line: Series, in area: PlotArea, on canvas: inout SVGCanvas) {
    for run in line.points.split(whereSeparator: { $0.band == nil }) {
      let bands = run.compactMap { point in point.band.map { (point.x, $0) } }
      guard bands.count > 1 else { continue }
      let upper = bands.map { area.point($0.0, $0.1.upperBound) }
      let lower = bands.reversed().map { area.point($0.0, $0.1.lowerBound) }
      let outline = SVGCanvas.path(upper + lower, isClosed: true)
      canvas.add("path", [("d", outline), ("class", line.style.bandClass)])
    }
  }

  private func draw(_ line: Series, in area: PlotArea, on canvas: inout SVGCanvas) {
    let runs = line.points.split { $0.y?.isFinite != true }
    let path = runs.map { run in
      SVGCanvas.path(Self.snapped(run.map { area.point($0.x, $0.y ?? 0) }))
    }.joined()
    var attributes: [SVGCanvas.Attribute] = [("d", path), ("class", line.style.strokeClass)]
    if !line.style.dash.isEmpty { attributes.append(("stroke-dasharray", line.style.dash)) }
    canvas.add("path", attributes)
    for point in runs.joined() where point.isMarked {
      let shape = line.style.marker.path(at: area.point(point.x, point.y ?? 0), size: 4)
      canvas.add("path", [("d", shape), ("class", line.style.markClass)], tip: point.tip)
    }
  }

  /// Returns places with level parts between two rows of pixels, so that every renderer blends
  /// their edges alike.
  private static func snapped(_ places: [SIMD2<Double>]) -> [SIMD2<Double>] {
    places.indices.map { index in
      let place = places[index]
      let isLevel = [index - 1, index + 1].contains { neighbor in
        places.indices.contains(neighbor) && abs(places[neighbor].y - place.y) < 0.01
      }
      return isLevel ? SIMD2(place.x, place.y.rounded()) : place
    }
  }

  private func labelEnds(of lines: [Series], in area: PlotArea, on canvas: inout SVGCanvas) {
    let ends = lines.compactMap { line in
      line.points.last { $0.y?.isFinite == true }.map { area.point($0.x, $0.y ?? 0) }
    }
    let places = LabelSpacing.places(
      ends.map(\.y), gap: 16, in: (area.top + 4)...(area.bottom - 2))
    for (index, line) in lines.enumerated() {
      let end = ends[index]
      let start = SIMD2(area.right + 10, places[index])
      if abs(end.y - places[index]) > 3 || end.x < area.right - area.width * 0.05 {
        canvas.line(SIMD2(end.x + 6, end.y), SIMD2(start.x - 2, start.y), style: "lead")
      }
      let swatch = line.style.marker.path(at: SIMD2(start.x + 4, start.y), size: 3.6)
      canvas.add("path", [("d", swatch), ("class", line.style.markClass)])
      canvas.write(line.label, x: start.x + 12, y: start.y + 4, style: line.style.keyClass)
    }
  }
}

extension LineChart.Point {
  /// The interval, where value and ends are finite.
  fileprivate var band: ClosedRange<Double>? {
    guard let y, y.isFinite, let interval, interval.lowerBound.isFinite,
      interval.upperBound.isFinite
    else { return nil }
    return interval
  }

  /// The values that the axis must span.
  fileprivate var extent: [Double] {
    [y, band?.lowerBound, band?.upperBound].compactMap(\.self)
  }
}
