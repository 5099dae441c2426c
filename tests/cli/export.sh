#!/usr/bin/env bash
# heddle export in the formats of other programs, each read by an independent program: Graphviz, the
# official schema of SARIF, and parsers of the tests (tests/tools/reports). Then traces of RAPID.
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/sarif.sh
tmp=$TEST_TMP

checked() { # FORMAT FILE
  "$JAVA" -cp "$HEDDLE_JAVA/reports" CheckTrace "$@"
}
export_all() { # NAME: exports NAME.htrace to NAME.FORMAT for each format
  local format
  for format in std perfetto shiviz dot sarif html; do
    "$HEDDLE" export "$tmp/$1.htrace" --to $format -o "$tmp/$1.$format" || echo "$format: $?"
  done
}
sarif_results() { # NAME: omits line numbers, which differ between runs
  "$JAVA" -cp "$HEDDLE_JAVA/reports" CheckReport sarif "$tmp/$1.sarif" |
    sed -E 's/java:[0-9]*/java/; s/ [A-Za-z]+\.java:[0-9]+$//'
}
quoted() { # TEXT DOT: counts the lines of a graph that contain the text
  grep -cF -- "$1" "$tmp/$2.dot"
}

# A run with every kind of synchronisation.
"$HEDDLE" record -q -cp "$HEDDLE_JAVA/record" --events all -o "$tmp/events.htrace" Events \
  >"$tmp/out" 2>&1
is 'all formats are written' "$(export_all events)" ''
is 'Perfetto: spans nest, and arrows connect them' \
  "$(checked perfetto "$tmp/events.perfetto" | grep -oE '^(T[0-9][^:]*|fault.*|arrows [^}]*})')" \
  'T0 main
T1 Thread-0
T2 Thread-1
T3 pool-1-thread-1
T4 Thread-2
arrows {join=3, lock=3, notify=1, start=4}'
is 'ShiViz: vector clocks are consistent' \
  "$(checked shiviz "$tmp/events.shiviz" | sed -E 's/[0-9]+ events//; s/=[0-9]+//g')" \
  'T0: , knows at its end {T0, T1, T2, T4}
T1: , knows at its end {T0, T1}
T2: , knows at its end {T0, T1, T2}
T3: , knows at its end {T0, T1, T2, T3}
T4: , knows at its end {T0, T1, T2, T4}'
is 'STD: critical sections exclude each other' \
  "$(checked std "$tmp/events.std" | grep -oE '^5 threads|fork=[0-9]*|join=[0-9]*' | tr '\n' ' ')" \
  '5 threads fork=4 join=3 '
is 'DOT: each thread has a cluster' "$(quoted 'subgraph cluster_' events)" 5
is 'DOT: edges for start and join' \
  "$(quoted 'label="start"' events) $(quoted 'label="join"' events)" '4 3'

# A counterexample, and a labelled trace of a race.
"$HEDDLE" check -q -cp "$HEDDLE_SAMPLES/Publish" -o "$tmp/cx.htrace" Publish >"$tmp/out" 2>&1
"$HEDDLE" record -q -cp "$HEDDLE_SAMPLES/BankAccount" -o "$tmp/bank.htrace" BankAccount \
  >"$tmp/out" 2>&1
"$HEDDLE" analyze --analysis eraser "$tmp/bank.htrace" >"$tmp/out" 2>&1
is 'a counterexample: all formats' "$(export_all cx)" ''
is 'a labelled trace: all formats' "$(export_all bank)" ''
is 'DOT: the race is shown' "$(quoted 'label="race"' cx) $(quoted 'label="race"' bank)" '1 1'
is 'DOT: the error is shown' "$(quoted 'shape=octagon' cx)" 1
is 'DOT: labels are shown' "$(quoted '[eraser]' bank)" 2
is 'Perfetto: labels are shown' \
  "$(checked perfetto "$tmp/bank.perfetto" | grep -o 'label eraser=2')" \
  'label eraser=2'
is 'SARIF: the error has its place and steps' \
  "$(sarif_results cx)" \
  'error: race fail Publish.java with steps'
is 'SARIF: the warning is included' \
  "$(sarif_results bank)" \
  'warning: label-eraser fail BankAccount.java'

page() { # NAME
  python3 tests/tools/reports/check_html.py "$tmp/$1.html"
}
is 'HTML: each thread has a lane' "$(page events | sed -n '1p')" \
  'lanes: T0 main, T1 Thread-0, T2 Thread-1, T3 pool-1-thread-1, T4 Thread-2'
is 'HTML: each event has a row' "$(page events | sed -n 's/^rows: \([0-9]*\) .*/\1/p')" \
  "$("$HEDDLE" export "$tmp/events.htrace" | awk '/^[0-9]/ && $3 != "-"' | wc -l)"
is 'HTML: labels have links' "$(page bank | sed -n 's/.* links: //p')" 2
is 'HTML: the error is shown' "$(page cx | grep -cE '^T[0-9].*error race')" 1
printf '%s\n' 'T0|fork(T1)|1' 'T0|w(<script>"1"&amp;</script>)|2' 'T1|r(x<y)|3' >"$tmp/marks.std"
"$HEDDLE" export "$tmp/marks.std" --to html -o "$tmp/marks.html"
is 'HTML: names with HTML characters are escaped' "$(page marks | tail -n 2)" \
  'T0: 2: thread-start T1 ... write std.<script>"1"&amp;</script>
T1: 1: read std.x<y ... read std.x<y'
{
  echo 'T0|w(first)|1'
  for ((n = 0; n < 11000; n++)); do echo 'T0|r(x)|2'; done
} >"$tmp/many.std"
"$HEDDLE" export "$tmp/many.std" --to html -o "$tmp/many.html"
is 'HTML: only the end of a long trace is shown' "$(page many | sed -n 2p)" 'rows: 2001 links: 0'

if command -v dot >/dev/null; then
  for name in events cx bank; do
    dot -Tsvg "$tmp/$name.dot" >"$tmp/$name.svg" 2>"$tmp/dot.err"
    is "Graphviz draws $name" "$? $(cat "$tmp/dot.err")" '0 '
    is "Graphviz: the nodes of $name" "$(grep -c 'class="node"' "$tmp/$name.svg")" \
      "$(grep -cE '^ *e[0-9]+ \[' "$tmp/$name.dot")"
  done
else
  skip 'Graphviz' 'no dot'
fi

sarif_valid 'SARIF: valid by the official schema' "$tmp/"{cx,bank,events}.sarif

# ---- traces of RAPID ----

std=$tmp/rapid.std
printf '%s\n' 'T0|fork(T1)|1' 'T0|acq(L1)|2' 'T0|w(x)|3' 'T0|rel(L1)|4' 'T0|w(y)|5' \
  'T1|acq(L1)|6' 'T1|r(x)|7' 'T1|rel(L1)|8' 'T1|w(y)|9' 'T0|join(T1)|10' >"$std"
cp "$std" "$tmp/before.std"
is 'STD: reading and writing changes nothing' "$("$HEDDLE" export "$std" --to std)" "$(cat "$std")"
for n in $(seq 300); do echo "T0|join(T$n)|$n"; done >"$tmp/joins.std"
"$HEDDLE" export "$tmp/joins.std" --to std -o "$tmp/joins.out"
is 'STD: threads without an earlier event' "$(cmp "$tmp/joins.std" "$tmp/joins.out" 2>&1)" ''
"$HEDDLE" analyze --analysis eraser "$std" >"$tmp/out" 2>&1
is 'analyze: exit status' $? 0
is 'analyze: the variable without a lock is found' \
  "$(grep -oE 'eraser: [^:]*' "$tmp/out")" 'eraser: std.y'
is 'analyze does not change the file' "$(cat "$std")" "$(cat "$tmp/before.std")"
"$HEDDLE" analyze -o "$tmp/rapid.htrace" "$std" >"$tmp/out" 2>&1
is 'analyze -o writes a trace with labels' \
  "$("$HEDDLE" export "$tmp/rapid.htrace" |
    awk '/^[0-9]/ && $NF ~ /eraser/ { printf "%s %s ", $1, $4 }')" \
  '4 write 8 write '
is 'DOT: the race on y is shown, none on x' \
  "$("$HEDDLE" export "$std" --to dot | grep '"race"' | sed 's/^ *\(e[0-9]* -> e[0-9]*\).*/\1/')" \
  'e4 -> e8'

# T0 writes V1, T1 reads it: 18 bytes of header and two words in RapidBin.
printf '\0\2\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0\2' >"$tmp/rapid.bin"
printf '\0\007\0\0\0\0\114\0\0\010\0\0\0\0\110\001' >>"$tmp/rapid.bin"
is 'RapidBin is read' "$("$HEDDLE" export "$tmp/rapid.bin" --to std)" 'T0|w(V1)|7
T1|r(V1)|8'

refused() { # NAME FILE MESSAGE [OPTION...]
  local name=$1 file=$2 message=$3
  shift 3
  "$HEDDLE" export "$file" "$@" >"$tmp/out" 2>"$tmp/err"
  is "$name: exit status" $? 3
  is "$name" "$(sed "s|$tmp/||" "$tmp/err")" "heddle: $message"
}
printf 'T0|acq(L)|1\nT0|lock(L)|2\n' >"$tmp/bad.std"
refused 'STD: an unknown operation' "$tmp/bad.std" "bad.std: line 2: unknown operation 'lock'"
printf 'T0|acq(L)|1\nT0|rel(L)\n' >"$tmp/bad.std"
refused 'STD: a missing column' "$tmp/bad.std" \
  "bad.std: line 2: not of the form thread|operation|place: 'T0|rel(L)'"
head -c 30 "$tmp/rapid.bin" >"$tmp/short.bin"
refused 'RapidBin: cut off' "$tmp/short.bin" \
  'short.bin: byte 26: the file ends in event 2 of 2'
refused 'a file in neither format' "$tmp/out" 'out: not a trace (0 bytes)'
refused '--from with the wrong format' \
  "$tmp/before.std" 'before.std: byte 0: the counts of a RapidBin trace are not possible' \
  --from rapidbin
is 'no files are left' \
  "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'heddle-??????' -newer "$std")" ''
done_testing
