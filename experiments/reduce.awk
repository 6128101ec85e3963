# Keeps some columns of a scores.csv, numbers to six digits, so that results are small enough to
# commit and do not change with the last bits of another machine's arithmetic.
# Usage: awk -v keep=dataset,predictor,error_mean -f reduce.awk scores.csv
# A field with commas is quoted in scores.csv (RFC 4180); none of the columns kept is.

function fields(line, out,   count, quoted, character, place, field) {
  count = 0; quoted = 0; field = ""
  for (place = 1; place <= length(line); place++) {
    character = substr(line, place, 1)
    if (character == "\"") quoted = !quoted
    else if (character == "," && !quoted) { out[++count] = field; field = "" }
    else field = field character
  }
  out[++count] = field
  return count
}

function shown(text) {
  if (text !~ /^-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?$/ || text !~ /[.e]/) return text
  return sprintf("%.6g", text)
}

NR == 1 {
  wanted = split(keep, names, ",")
  total = fields($0, header)
  for (i = 1; i <= total; i++) place_of[header[i]] = i
  for (i = 1; i <= wanted; i++) if (!(names[i] in place_of)) {
    print "scores.csv has no column " names[i] > "/dev/stderr"
    exit 1
  }
  print keep
  next
}

{
  fields($0, value)
  line = shown(value[place_of[names[1]]])
  for (i = 2; i <= wanted; i++) line = line "," shown(value[place_of[names[i]]])
  print line
}
