# Draws one stroke as stages 1 and 2 draw it: through the newest touch of each frame, and through all.
# Ticks are at the first sample's time and every 1 / rate s from there, as in the protocol `display` without latency.
# Usage: nextpoint datasets samples DATASET | awk -F, -v stroke=2 -v rate=60 -f plot.awk >line.svg

BEGIN {
  look["all"] = "fill=\"none\" stroke=\"#0072b2\" stroke-width=\"1.5\""
  look["newest"] = "fill=\"none\" stroke=\"#d55e00\" stroke-width=\"2\""
  number = 1; margin = 24; width = 880; head = 64
}

/^t_s/ { next }
NF == 0 { number++; next }
number == stroke { count++; t[count] = $1; x[count] = $2; y[count] = $3 }

function ceiling(value) { return value > int(value) ? int(value) + 1 : int(value) }
# The tick at which a sample is delivered, to a nanosecond.
function tick(n) { return ceiling((t[n] - t[1] - 1e-9) * rate) }
function across(n) { return margin + (x[n] - least_x) * zoom }
function down(n) { return head + (y[n] - least_y) * zoom }
function key(place, class, words) {
  printf "<line %s x1=\"%d\" y1=\"36\" x2=\"%d\" y2=\"36\"/>\n", look[class], place, place + 34
  printf "<text x=\"%d\" y=\"40\" fill=\"#222222\">%s</text>\n", place + 42, words
}

END {
  if (!count) { print "there is no stroke " stroke > "/dev/stderr"; exit 1 }
  least_x = most_x = x[1]; least_y = most_y = y[1]
  for (n = 2; n <= count; n++) {
    if (x[n] < least_x) least_x = x[n]
    if (x[n] > most_x) most_x = x[n]
    if (y[n] < least_y) least_y = y[n]
    if (y[n] > most_y) most_y = y[n]
  }
  zoom = (width - 2 * margin) / (most_x - least_x)
  if (zoom * (most_y - least_y) > 520) zoom = 520 / (most_y - least_y)
  height = int(head + (most_y - least_y) * zoom + margin)
  for (n = 1; n <= count; n++) {
    all = all sprintf("%.1f,%.1f ", across(n), down(n))
    dots = dots sprintf("<circle fill=\"#0072b2\" cx=\"%.1f\" cy=\"%.1f\" r=\"1.8\"/>\n", across(n), down(n))
    # The newest of its frame: the next one comes at a later tick.
    if (n < count && tick(n + 1) == tick(n)) continue
    newest = newest sprintf("%.1f,%.1f ", across(n), down(n))
    rings = rings sprintf("<circle %s cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>\n", look["newest"], across(n), down(n))
    frames++
  }
  words = sprintf("A stroke of %d touches drawn through all of them, and through the newest of each of %d frames", count, frames)
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" font-family=\"system-ui,sans-serif\" font-size=\"13\" role=\"img\" aria-label=\"%s\">\n", width, height, width, height, words
  printf "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", width, height
  key(margin, "newest", sprintf("1 naive: %d frames, the newest touch of each", frames))
  key(margin + 380, "all", sprintf("2 coalesced: all %d touches", count))
  printf "<polyline %s points=\"%s\"/>\n", look["all"], all
  printf "<polyline %s points=\"%s\"/>\n", look["newest"], newest
  printf "%s%s</svg>\n", dots, rings
}
