# Shared by the script tests: TAP output, and reading the output of `heddle check --json`. Source
# it; do not run it.
# shellcheck shell=bash

tap_count=0
tap_failed=0

ok() { # NAME: a check that passed
  tap_count=$((tap_count + 1))
  echo "ok $tap_count - $1"
}

# With ORACLE_STOP, the test ends at the first failure: to see whether a test notices a planted
# fault (tests/tools/faults.sh), one failure is enough.
not_ok() { # NAME [WHY...]
  tap_count=$((tap_count + 1))
  tap_failed=$((tap_failed + 1))
  echo "not ok $tap_count - $1"
  shift
  [ $# -eq 0 ] || printf '# %s\n' "$@"
  [ -z "${ORACLE_STOP-}" ] || exit 1
}

skip() { # NAME WHY
  tap_count=$((tap_count + 1))
  echo "ok $tap_count - $1 # SKIP $2"
}

# is NAME GOT WANT
is() {
  if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "got '$2'" "want '$3'"; fi
}

# done_testing: the last command of a script.
done_testing() {
  [ "$tap_failed" -eq 0 ]
}

# json_text FILE KEY: sets `value` to the first value of that key, a string without its quotes or a
# word. It runs in the shell itself because it is called often.
json_text() {
  local text
  # shellcheck disable=SC2034 # it is the answer
  value=
  text=$(<"$1") || return
  while [[ $text == *"\"$2\""* ]]; do
    text=${text#*"\"$2\""}
    if [[ $text =~ ^[[:space:]]*:[[:space:]]*(\"(([^\"\\]|\\.)*)\"|([a-z0-9.+-]+)) ]]; then
      value=${BASH_REMATCH[2]}${BASH_REMATCH[4]}
      return
    fi
  done
}

# json_value FILE KEY: prints that value.
json_value() {
  local value
  json_text "$1" "$2"
  [ -z "$value" ] || printf '%s\n' "$value"
}

# class_path_of FOLDER CLASSES: prints the class path of the programs of a folder: CLASSES, and the
# jars that FOLDER/jars names, which the system's Java packages install in /usr/share/java.
class_path_of() {
  local path=$2 jar
  if [ -e "$1/jars" ]; then
    for jar in $(cat "$1/jars"); do path=$path:/usr/share/java/$jar.jar; done
  fi
  printf '%s\n' "$path"
}

# drawn ALL SOME: prints how many of ALL this run uses: SOME, or ALL with WHOLE=1. The seed
# HEDDLE_SAMPLE selects which.
drawn() {
  if [ "${WHOLE-}" = 1 ]; then echo "$1"; else echo "$2"; fi
}

# drawn_lines STEP: prints every STEP-th line of standard input, or all of them with WHOLE=1.
drawn_lines() {
  awk -v step="$(drawn 1 "$1")" -v first="$HEDDLE_SAMPLE" 'NR % step == first % step'
}

# check_json OUT ARGS...: runs heddle check --json with standard error in OUT.err; returns heddle's
# exit status.
check_json() {
  local out=$1
  shift
  "$HEDDLE" check --json "$@" >"$out" 2>"$out.err"
}

# damage_in_java COUNT SEED: writes COUNT damaged classes of tests/java/verify to flips/NUMBER, and
# to java.txt java's answer to each: NUMBER NAME ERROR.
damage_in_java() {
  "$JAVA" -Xverify:all -cp "$HEDDLE_JAVA/verify" Flips "$HEDDLE_JAVA/verify" flips "$1" "$2" \
    >java.txt 2>java.err ||
    { not_ok 'java loads each' "$(tail -n 3 java.err)"; exit 1; }
}
