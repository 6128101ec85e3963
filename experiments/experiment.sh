# Sourced by each experiment's `run`: the tool, a work folder, and the tables of the page.
set -euo pipefail
export OPENBLAS_NUM_THREADS=1 LC_ALL=C PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
nextpoint=$(scripts/build-tool)

# need DATASET…: ends the script, with a reason, where a data set is not on this machine.
need() {
  for name in "$@"; do
    # 3: there, but for a file that could not be read in part.
    "$nextpoint" datasets info "$name" >/dev/null 2>&1 || [ $? = 3 ] && continue
    echo "the data set '$name' is not on this machine; name its folder in NEXTPOINT_DATASETS" >&2
    exit 1
  done
}

# table NAME: puts standard input between the page's markers "<!-- table NAME -->" and "<!-- end -->".
table() {
  cat >"$work/table"
  [ -s "$work/table" ] || { echo "table $1 is empty" >&2; exit 1; }
  grep -q "<!-- table $1 -->" "$here/README.md" || { echo "no marker for table $1" >&2; exit 1; }
  awk -v name="$1" -v file="$work/table" '
    $0 == "<!-- table " name " -->" {
      print; print ""; while ((getline line < file) > 0) print line; print ""
      inside = 1; next
    }
    inside && $0 == "<!-- end -->" { inside = 0 }
    !inside { print }
  ' "$here/README.md" >"$work/page"
  cp "$work/page" "$here/README.md"
}
