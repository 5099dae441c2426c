#!/usr/bin/env bash
# `make bench-answers`: how long a plain heddle check takes to answer. The programs are those of
# tests/java/harm (an error each, and the same without it), tests/java/intended (no error, on real
# libraries) and tests/java/confirm (an error each). By a checksum of their names they fall into two
# halves: choose shares and limits of the searches on the first, and only look at the second. Not a
# test: it fails only if a verdict is wrong.
#   ONLY=RE     only programs with such a name
set -u
cd "$(dirname "$0")/../.." || exit 5
export LC_ALL=C HEDDLE_BUILD=${HEDDLE_BUILD:-build}
export HEDDLE=${HEDDLE:-$HEDDLE_BUILD/heddle}
unset HEDDLE_SEARCH
. tests/tools/support.sh
classes=$HEDDLE_BUILD/java
tests/tools/compile-java.sh "$classes" harm intended confirm || exit 1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
wrong=0

programs() { # prints NAME|EXPECTED|CLASS-PATH|OPTION... MAIN ARGUMENT...
  local jars name options program
  for name in tests/java/harm/*.java; do
    name=$(basename "$name" .java)
    case $name in
      *Fixed) echo "$name|no error|$classes/harm|$name" ;;
      *) echo "$name|error|$classes/harm|$name" ;;
    esac
  done
  jars=$(class_path_of tests/java/intended "$classes/intended")
  for name in tests/java/intended/*.java; do
    name=$(basename "$name" .java)
    echo "$name|no error|$jars|$name"
  done
  while IFS='|' read -r program options _; do
    echo "${program%% *}|error|$classes/confirm|$options $program"
  done < <(grep -v '^#' tests/java/confirm/table.txt)
}

answer() { # NAME EXPECTED CLASS-PATH WORD...: prints the line of the program
  local name=$1 expected=$2 cp=$3 half verdict seconds
  shift 3
  half=$(($(cksum <<<"$name" | cut -d ' ' -f 1) % 2 + 1))
  TIMEFORMAT=%R
  seconds=$({ time "$HEDDLE" check --json --try 0 -cp "$cp" "$@" >"$tmp/out" 2>"$tmp/err" \
    </dev/null; } 2>&1)
  verdict=$(jq -r .verdict "$tmp/out")
  printf '%-22s %d  %-9s %-13s %-18s %5.1f\n' "$name" $half "$expected" "$verdict" \
    "$(jq -r '.auto.answered // "-"' "$tmp/out")" "$seconds" |
    tee -a "$tmp/lines"
  [ "$verdict" = "$expected" ] || [ "$verdict" = inconclusive ] || wrong=1
}

echo "machine: $(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg)"
while IFS='|' read -r name expected cp rest; do
  [[ $name =~ ${ONLY-} ]] || continue
  read -r -a words <<<"$rest"
  answer "$name" "$expected" "$cp" "${words[@]}"
done < <(programs)
for half in 1 2; do
  awk -v half=$half '$2 == half { n++; s += $NF; open += / inconclusive / }
    END { printf "half %d: %d programs, %d answered, %.1f s together\n", half, n, n - open, s }' \
    "$tmp/lines"
done
exit $wrong
