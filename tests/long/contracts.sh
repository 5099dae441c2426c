#!/usr/bin/env bash
# The records of contracts that are a part of heddle: for classes that are drawn, the scenarios are
# searched anew, with the same bound, and come to the same record.
#   WHOLE=1   all of them
# timeout: 7200
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
export XDG_DATA_HOME=$TEST_TMP/data
file=$TEST_TMP/records.jsonl
"$HEDDLE" contracts --json >"$TEST_TMP/all" || exit 1
jdk=$("$HEDDLE" contracts | sed -n '$s/.* for the JDK //p')
members() { # FILE CLASS: what a record says that does not depend on the machine
  grep -F "\"class\":\"${2//.//}\"" "$1" | grep -F "\"jdk\":\"$jdk\"" | tail -n 1 |
    grep -oE '"(methods|seeing|maxStates|scenarios)":("[^"]*"|[0-9]+)' | paste -sd ' '
}
bound() { members "$1" "$2" | sed -n 's/.*"maxStates":\([0-9]*\).*/\1/p'; }
mapfile -t classes < <(grep -B1 -A40 '"class"' "$TEST_TMP/all" |
  sed -n 's/^ *"class": "\(.*\)",$/\1/p' | drawn_lines 8)
for class in "${classes[@]}"; do
  want=$(members trace/contracts/shown.jsonl "$class")
  [ -n "$want" ] || { skip "$class" "no record for the JDK $jdk"; continue; }
  "$HEDDLE" contracts --verify -q --max-states "$(bound trace/contracts/shown.jsonl "$class")" \
    --output "$file" "$class" >"$TEST_TMP/out" 2>&1
  is "$class: exit status" $? 0
  is "$class" "$(members "$file" "$class")" "$want"
done
done_testing
