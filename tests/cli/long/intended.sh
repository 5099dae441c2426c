#!/usr/bin/env bash
# Correct programs on libraries whose authors intended a data race (tests/java/intended): a plain
# heddle check reports no error, and lists the race if it finds one.
# timeout: 3600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
unset HEDDLE_SEARCH
cp=$(class_path_of tests/java/intended "$HEDDLE_JAVA/intended")
json=$TEST_TMP/json

# PROGRAM|VERDICT|FIELD: VERDICT is `no error`, or `any` if the search need not end in time; FIELD
# is raced in a library (for an array, with brackets), and - means that no race is listed.
rows() {
  cat <<'END_OF_ROWS'
GsonFields|no error|com.google.gson.internal.LinkedTreeMap.entrySet
GuavaViews|no error|com.google.common.collect.ImmutableMap.keySet
H2Columns|no error|org.h2.util.StringUtils.TO_UPPER_CACHE[]
H2Values|no error|java.lang.ref.Reference.referent[]
HsqlRows|any|-
JacksonMapper|any|com.fasterxml.jackson.core.io.SerializedString._quotedChars
JacksonNames|any|com.fasterxml.jackson.core.io.SerializedString._quotedUTF8Ref
JacksonQuoted|no error|com.fasterxml.jackson.core.io.SerializedString._quotedChars
JacksonWriters|no error|com.fasterxml.jackson.core.io.SerializedString._quotedChars
JodaFormats|no error|org.joda.time.chrono.BasicChronology.iYearInfoCache[]
JodaKeys|no error|org.joda.time.LocalDate.iHash
JodaYears|no error|org.joda.time.chrono.BasicChronology.iYearInfoCache[]
LogbackLevel|no error|ch.qos.logback.classic.Logger.effectiveLevelInt
SharedKeys|no error|-
END_OF_ROWS
}

first_line() { # the verdict of the report in $TEST_TMP/out, without the reason
  local races=', [0-9]+ races? inside libraries without consequence .*'
  head -n 1 "$TEST_TMP/out" | sed -E "s/^(no error|inconclusive)($races|: .*)?\$/\1/"
}

raced() { # prints the fields of library_races
  jq -r '.library_races[].raced' "$json"
}

is 'each program has a row' "$(find tests/java/intended -name '*.java' -printf '%f\n' |
  sed 's/\.java$//' | sort)" "$(rows | cut -d '|' -f 1 | sort)"

check_program() { # PROGRAM VERDICT FIELD
  local wanted=$2 status json_status begun=$SECONDS
  "$HEDDLE" check -cp "$cp" "$1" >"$TEST_TMP/out" 2>&1 </dev/null
  status=$?
  "$HEDDLE" check --json -cp "$cp" "$1" >"$json" 2>"$json.err" </dev/null
  json_status=$?
  echo "# $1: exit status $status, $(jq -r .verdict "$json"), $((SECONDS - begun)) s"
  if [ "$wanted" = any ]; then
    is "$1: it is no error" "$(first_line | grep -cxE 'no error|inconclusive')" 1
    is "$1: exit status" "$(grep -cxE '[04] [04]' <<<"$status $json_status")" 1
  else
    is "$1: verdict" "$(first_line)" "$wanted"
    is "$1: exit status" "$status $json_status" '0 0'
  fi
  if [ "$3" = - ]; then
    is "$1: no race is listed" "$(raced)" ''
  else
    is "$1: the race is listed" "$(raced | grep -cxF "$3")" 1
  fi
}

while IFS='|' read -r program wanted field; do
  check_program "$program" "$wanted" "$field"
done < <(rows)
done_testing
