#!/usr/bin/env bash
# Litmus programs: with --stale-reads all or racy, a search reaches exactly the outcomes of
# tests/java/litmus/table.txt; without it, exactly those that an interleaving gives.
# STRESS builds run this.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/litmus.sh

outcomes_of() { # FILE: prints the outcomes in the JSON of a search, sorted
  awk -F '": ' '
    { sub(/,$/, "") }
    $1 ~ /"end$/ { end = $2 }
    $1 ~ /"status$/ { status = $2 }
    $1 ~ /"output$/ {
      gsub(/^"|(\\n)?"$/, "", $2)
      print (end == "\"exit\"" && status == 0 ? "" : end " " status ": ") $2
    }' "$1" | sort
}

search() { # TITLE WANTED PROGRAM OPTION...: a complete search reaches exactly these outcomes
  local title=$1 wanted=$2 program=$3
  shift 3
  check_json "$TEST_TMP/out" -q --outcomes "$@" -cp "$litmus" \
    "$program"
  is "$title: the search is complete" \
    "$? $(json_value "$TEST_TMP/out" complete) $(tail -n 3 "$TEST_TMP/out.err")" '0 true '
  is "$title: it reaches the outcomes" "$(outcomes_of "$TEST_TMP/out")" "$wanted"
}

litmus_complete
while IFS='|' read -r program outcomes; do
  outcomes=$(litmus_outcomes <<<"$outcomes")
  search "$program" "$(grep -v '\*$' <<<"$outcomes")" "$program" \
    --property deadlock,exception
  for mode in all racy; do
    search "$program, stale reads: $mode" "$(tr -d '*' <<<"$outcomes" | sort)" "$program" \
      --stale-reads "$mode"
  done
done < <(litmus_rows)

# Its first errors come before the first race, and with racy the search has to begin anew after
# them.
for mode in all racy; do
  check_json "$TEST_TMP/$mode" -q --outcomes --stale-reads "$mode" -cp "$HEDDLE_JAVA/harm" \
    GrowingLog
  is "errors before the first race, stale reads: $mode: the search is complete" \
    "$(json_value "$TEST_TMP/$mode" complete)" true
done
is 'errors before the first race: the same ends' "$(outcomes_of "$TEST_TMP/racy")" \
  "$(outcomes_of "$TEST_TMP/all")"

# The scope says so if not all writes could be kept.
kept() { # WRITES
  "$HEDDLE" check -q --search dfs --stale-reads all --property exception \
    -cp "$HEDDLE_JAVA/verdicts" ManyWrites "$1" |
    grep -c '; only the 32 newest writes of a location;'
}
is 'all of 20 writes are kept, and not all of 40' "$(kept 20) $(kept 40)" '0 1'
done_testing
