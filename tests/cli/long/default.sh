#!/usr/bin/env bash
# heddle check without options (--search auto) answers each row of the verdict tables that has an
# error and no options (including the samples') and each outcome program within ten seconds on two
# cores. The limit is 20 seconds of processor time, so that other load does not matter. Prints a
# table of the seconds and the processor seconds. Programs that are not answered are listed in
# default.table with their verdict after ten seconds and the reason.
# timeout: 3600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
unset HEDDLE_SEARCH
slow=${HEDDLE_SLOW:-1}
build=$HEDDLE_BUILD
table=tests/cli/long/default.table

programs() { # prints lines "VERDICT<TAB>FOLDER:MAIN ARGUMENT..."; -: unknown verdict
  tests/tools/run-verdicts.sh --rows | awk -F '|' '
    { sub(/^ */, "", $1); sub(/ *$/, "", $1); gsub(/ /, "", $2); gsub(/^ *| *$/, "", $3) }
    $3 == "error" && $2 == "" { print "error\t" ($1 ~ /:/ ? "" : "java/verdicts:") $1 }' | sort -u
  local f name args verdict
  for f in tests/java/outcomes/*.java; do
    name=$(basename "$f" .java)
    args=$(sed -n 's|^ *// args: *| |p' "$f" | head -n 1)
    verdict=-
    grep -qE '^ *// outcome (deadlock|exception|race):' "$f" && ! grep -q '^ *// options:' "$f" &&
      verdict=error
    printf '%s\tjava/outcomes:%s%s\n' "$verdict" "$name" "$args"
  done
}

# Sets listed to the verdict of a program in default.table.
find_listed() { # PROGRAM
  listed=$(PROGRAM=$1 awk -F ' *\\| *' '!/^#/ && $1 == ENVIRON["PROGRAM"] { print $2 }' "$table")
}

check_program() { # WANTED PROGRAM
  local wanted=$1 listed got seconds cpu status options=()
  local -a words
  read -r -a words <<<"$2"
  find_listed "$2"
  [ -z "$listed" ] || options=(--time $((10 * slow)))
  TIMEFORMAT='%R %U %S'
  { time "$HEDDLE" check --json "${options[@]}" -cp "$build/${words[0]%%:*}" \
    "${words[0]#*:}" "${words[@]:1}" >"$TEST_TMP/out" 2>"$TEST_TMP/err" </dev/null; } \
    2>"$TEST_TMP/time"
  status=$?
  read -r seconds cpu < <(awk '{ print $1, $2 + $3 }' "$TEST_TMP/time")
  got=$(json_value "$TEST_TMP/out" verdict)
  printf '%s\t%.1f\t%.1f\t%s\t%s\n' "$2" "$seconds" "$cpu" "$got" \
    "$(json_value "$TEST_TMP/out" answered)" >>"$TEST_TMP/times"
  if [ -n "$listed" ]; then
    is "$2: the verdict is as listed" "$got" "$listed"
  elif [ "$wanted" = - ]; then
    is "$2: it is answered" "$(grep -cxE '0 no error|1 error' <<<"$status $got")" 1
  else
    is "$2" "$status $got" '1 error'
  fi
  [ -n "$listed" ] || [ "${cpu%.*}" -lt $((20 * slow)) ] ||
    not_ok "$2: it is answered in time" "$cpu processor seconds"
}

programs >"$TEST_TMP/programs"
is 'error samples were found' \
  "$([ "$(grep -c '^error.samples/' "$TEST_TMP/programs")" -ge 25 ] && echo yes)" yes
is 'outcome programs were found' \
  "$([ "$(grep -c 'java/outcomes:' "$TEST_TMP/programs")" -ge 70 ] && echo yes)" yes
is 'listed programs are among them' \
  "$(sed '/^#/d; s/ *|.*//' "$table" | grep -vxFf <(cut -f 2 "$TEST_TMP/programs"))" ''
while IFS=$'\t' read -r wanted program; do
  check_program "$wanted" "$program"
done <"$TEST_TMP/programs"
sort -t $'\t' -k 3,3 -rn "$TEST_TMP/times" |
  awk -F '\t' '{ printf "# %-44s %6s s %6s  %-12s %s\n", $1, $2, $3, $4, $5 }'
done_testing
