# Draws the work of each stage against the length of the stroke, both axes logarithmic.
# Input: the CSV of Benchmarks' InkBenchmark. Usage: awk -F, -f work.awk FILE.csv >work.svg

function log10(v) { return log(v) / log(10) }
function px(points) { return 56 + (log10(points) - 2) / 3 * 340 }
function py(work) { return 300 - log10(work) / 5.2 * 260 }

# Only the first table: stage, points, greatest, mean.
NF == 4 && $2 + 0 > 0 {
  if (!($1 in line)) { names[++count] = $1 }
  line[$1] = line[$1] sprintf("%s%.1f %.1f", line[$1] == "" ? "M" : "L", px($2), py($3))
  dots[$1] = dots[$1] sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s, %d points: %d</title></circle>", px($2), py($3), $1, $2, $3)
  last[$1] = $3; end[$1] = px($2)
}

END {
  print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 700 350\" width=\"700\" height=\"350\" font-family=\"system-ui,sans-serif\" font-size=\"13\" role=\"img\" aria-labelledby=\"ink-work-title ink-work-desc\">"
  print "<title id=\"ink-work-title\">Points recomputed by one batch of six events</title>"
  print "<desc id=\"ink-work-desc\">The greatest number over strokes of 100 to 100,000 points. Every stage stays level; only the whole-line form of Douglas-Peucker grows.</desc>"
  print "<style>@media(prefers-color-scheme:dark){.paper{fill:#14171c}text{fill:#e4e7eb}.muted{fill:#9aa4b0}.grid{stroke:#2b3038}.stays{stroke:#54a9da}.grows{stroke:#fc9ea1}.stays-dot{fill:#54a9da}.grows-dot{fill:#fc9ea1}}</style>"
  print "<rect width=\"700\" height=\"350\" class=\"paper\" fill=\"#ffffff\"/>"
  print "<text x=\"8\" y=\"20\" fill=\"#1b1f24\" font-weight=\"600\">Points recomputed by one batch of six events, at most</text>"
  for (power = 0; power <= 5; power++) {
    y = py(10 ^ power)
    printf "<line class=\"grid\" stroke=\"#e3e6ea\" x1=\"56\" x2=\"396\" y1=\"%.1f\" y2=\"%.1f\"/><text class=\"muted\" fill=\"#5b6470\" x=\"50\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n", y, y, y + 4, 10 ^ power
  }
  for (power = 2; power <= 5; power++)
    printf "<text class=\"muted\" fill=\"#5b6470\" x=\"%.1f\" y=\"318\" text-anchor=\"middle\">%d</text>\n", px(10 ^ power), 10 ^ power
  print "<text class=\"muted\" fill=\"#5b6470\" x=\"226\" y=\"338\" text-anchor=\"middle\">points of the stroke</text>"
  # Stages with the same work share a label.
  for (i = 1; i <= count; i++) {
    name = names[i]; place = sprintf("%.0f", py(last[name]) / 18)
    label[place] = label[place] (label[place] == "" ? "" : ", ") name
    where[place] = 18 * place; x[place] = end[name] + 8
    grows = name ~ /whole-line/
    class = grows ? "grows" : "stays"; color = grows ? "#c43247" : "#2582b2"
    printf "<path class=\"%s\" d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", class, line[name], color
    printf "<g class=\"%s-dot\" fill=\"%s\">%s</g>\n", class, color, dots[name]
  }
  for (place = 0; place < 20; place++)
    if (place in label)
      printf "<text x=\"%.1f\" y=\"%.1f\" fill=\"#1b1f24\">%s</text>\n", x[place], where[place] + 4, label[place]
  print "</svg>"
}
