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
# What a record says that does not depend on the machine. A record of another build of the JDK holds
# where the classes that the scenarios execute are the same.
said='[.methods, .seeing, (.maxStates | tostring), (.scenarios | tostring)] | join(" | ")'
wanted() { # CLASS: the record that heddle goes by
  jq -r --arg c "$1" ".[] | select(.class == \$c and .hash) | $said" "$TEST_TMP/all"
}
found() { # CLASS
  jq -r --arg c "${1//.//}" "select(.class == \$c) | $said" "$file" | tail -n 1
}
bound() { jq -r --arg c "$1" '.[] | select(.class == $c) | .maxStates' "$TEST_TMP/all"; }
mapfile -t classes < <(jq -r '.[] | select(.hash) | .class' "$TEST_TMP/all" | drawn_lines 8)
for class in "${classes[@]}"; do
  "$HEDDLE" contracts --verify -q --max-states "$(bound "$class")" --output "$file" "$class" \
    >"$TEST_TMP/out" 2>&1
  is "$class: exit status" $? 0
  is "$class" "$(found "$class")" "$(wanted "$class")"
done
done_testing
