#!/usr/bin/env bash
# Bounded checks whose properties observe from the beginning of the replay or of each check
# (--listen), errors after those that the followed path itself shows, and counterexamples of both.
# timeout: 120
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
cp=$HEDDLE_JAVA/record

replayed() { # NAME ARGS...: runs heddle replay --json into NAME.json; sets status
  local name=$1
  shift
  "$HEDDLE" replay -q --json "$@" >"$tmp/$name.json" 2>"$tmp/$name.err"
  status=$?
}
value() { json_value "$tmp/$1.json" "$2"; }
# Prints the races that a run lists, with their places.
races() {
  sed -n '/"distinct_errors"/,$p' "$tmp/$1.json" |
    sed -nE 's/.*"(message|location)": "(data race \(..\) on [^:]*|[^ ]*)[:"].*/\2/p' | paste -sd ' \n'
}

"$HEDDLE" record -q -o "$tmp/run.htrace" -cp "$cp" EarlyAndLate ||
  not_ok 'the run is recorded' "$?"
for from in replay check; do
  replayed $from --listen $from --property race --back 2 --depth 6 --all-errors \
    -o "$tmp/$from.htrace" -cp "$cp" "$tmp/run.htrace"
  is "--listen $from: the errors are found" \
    "$status $(value $from replayed) $(value $from by_check)" \
    '1 true true'
  races $from >"$tmp/$from.races"
  is "--listen $from: each error is listed once" "$(sort "$tmp/$from.races" | uniq -d)" ''
  is "--listen $from: the race inside a check is found" "$(grep -c 'WW. on EarlyAndLate.late' \
    "$tmp/$from.races")" 2
done
# The write of `early` is 60 transitions before its read, so no check contains both.
is '--listen replay: the early write counts' \
  "$(grep -c 'EarlyAndLate.early' "$tmp/replay.races")" 1
is '--listen check: the early write does not count' \
  "$(grep -c 'EarlyAndLate.early' "$tmp/check.races")" 0
is 'the path of the run shows the early race' "$(value replay on_path)" true

# Each counterexample is executed from main: races before the check are only noted, and the listed
# error is the first that ends the run.
for from in replay check; do
  i=0
  while read -r race; do
    i=$((i + 1))
    file=$tmp/$from$([ $i -eq 1 ] || echo "-$i").htrace
    replayed again -cp "$cp" "$file"
    is "--listen $from: error $i is executed again" \
      "$status $(value again message | grep -oE '^data race \(..\) on [^:]*') $(value again location)" \
      "1 $(echo "$race" | sed -E 's/ ([^ ]*:[0-9]+)$/ \1/')"
  done <"$tmp/$from.races"
  is "--listen $from: each error has a counterexample" \
    "$i" "$(find "$tmp" -name "$from*.htrace" | wc -l)"
done
said() { "$HEDDLE" export "$tmp/$1.htrace" | grep -c "^meta \"option\" \"$2"; }
is 'a counterexample records where the properties begin' "$(said check listen-anew=1)" 1
is '... but not if they begin with the replay' "$(said replay listen)" 0

# Without --all-errors: only the first error, and the same answer twice.
for i in 1 2; do
  replayed first$i --listen check --property race --back 2 --depth 6 -cp "$cp" "$tmp/run.htrace"
  is 'the first error ends the checks' \
    "$status $(grep -c '"before_event"' "$tmp/first$i.json")" '1 1'
done
is 'the same answer twice' "$(value first1 message) $(value first1 states)" \
  "$(value first2 message) $(value first2 states)"

replayed bad --listen often -cp "$cp" "$tmp/run.htrace"
is 'an unknown value is refused' "$status" 2
replayed fixed --listen check -cp "$cp" "$tmp/check.htrace"
is '--listen with a counterexample is refused' "$status" 2
done_testing
