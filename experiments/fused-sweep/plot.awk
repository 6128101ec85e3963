# Draws costs.csv as two panels, log-log: the cost of a sample against the length of a stroke, and
# against the size of the data set. Where a curve is level, the cost is linear.
# Usage: awk -F, -f plot.awk costs.csv >costs.svg

function log10(x) { return log(x) / log(10) }
function across(x) { return left + width * (log10(x) - firstx) / (lastx - firstx) }
function up(y) { return top + height * (1 - (log10(y) - firsty) / (lasty - firsty)) }
function text(x, y, anchor, words, more) {
  printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>\n", x, y, anchor, more == "" ? ink : more, words
}
function line(x1, y1, x2, y2, stroke) {
  printf "<line stroke=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", stroke, x1, y1, x2, y2
}

# The power of ten as words.
function power(n) {
  return n == 6 ? "1 million" : n == 7 ? "10 million" : n == 2 ? "100" : n == 3 ? "1,000" : n == 4 ? "10,000" : "100,000"
}

function panel(kind, place, title, label, fixed,    n, k, x, y, points) {
  left = 80 + place * 440; width = 340; top = 70; height = 260
  firstx = place ? 4 : 2; lastx = firstx + 3; firsty = 2; lasty = 4
  text(left, 34, "start", title, ink " font-size=\"14\" font-weight=\"600\"")
  text(left, 52, "start", fixed, " fill=\"#555555\"")
  for (n = firstx; n <= lastx; n++) {
    x = across(10 ^ n)
    line(x, top, x, top + height, n == firstx ? "#888888" : "#e2e2e2")
    text(x, top + height + 18, "middle", power(n), "")
  }
  for (n = firsty; n <= lasty; n++)
    for (k = 1; k <= 5; k += k < 2 ? 1 : 3) {
      y = k * 10 ^ n
      if (y > 10 ^ lasty) continue
      line(left, up(y), left + width, up(y), n == firsty && k == 1 ? "#888888" : "#e2e2e2")
      text(left - 8, up(y) + 4, "end", y == 10000 ? "10,000" : y >= 1000 ? (y / 1000) ",000" : y, "")
    }
  text(left + width / 2, top + height + 40, "middle", label, "")
  text(left - 58, top + height / 2, "middle", "processor time (ns a sample)", \
    ink sprintf(" transform=\"rotate(-90 %.1f %.1f)\"", left - 58, top + height / 2))
  points = ""
  for (n = 1; n <= rows; n++) {
    if (kinds[n] != kind) continue
    points = points sprintf("%.1f,%.1f ", across(sizes[n]), up(costs[n]))
    printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"#0072b2\"/>\n", across(sizes[n]), up(costs[n])
    text(across(sizes[n]), up(costs[n]) - 10, sizes[n] == 10 ^ firstx ? "start" : sizes[n] == 10 ^ lastx ? "end" : "middle", costs[n], ink " font-size=\"11\"")
  }
  printf "<polyline points=\"%s\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\"/>\n", points
}

BEGIN { ink = " fill=\"#222222\"" }

NR > 1 {
  rows++
  kinds[rows] = $1; costs[rows] = $5
  sizes[rows] = $1 == "length" ? $3 : $2 * $3
}

END {
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 890 400\" width=\"890\" height=\"400\" font-family=\"system-ui,sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"Processor time a sample against the length of a stroke and the size of the data set\">"
  print "<rect width=\"890\" height=\"400\" fill=\"#ffffff\"/>"
  panel("length", 0, "Against the length of a stroke", "samples in a stroke", "1 million samples in all")
  panel("size", 1, "Against the size of the data set", "samples in the data set", "500 samples in a stroke")
  print "</svg>"
}
