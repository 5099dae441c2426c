#!/usr/bin/env bash
# Verdict tests: rows of tests/java/verdicts/*.txt, each a program with the expected verdict of
# `heddle check`.
#
#   program arguments | options | verdict | property | regular expression on the error's message
#
# `program` is Main (class files of tests/java/verdicts) or DIR:Main with DIR below the build folder
# (samples/TwoStage:TwoStage). The options follow `--search dfs --time 60`. The last two columns are
# empty unless the verdict is `error`; the property column may name several, separated by slashes.
# Rows of long.txt are for `make check-long`, because they may take longer.
#   tests/tools/run-verdicts.sh --rows         prints all rows except those
#   tests/tools/run-verdicts.sh --named-rows   prints them, each after its short name and a tab
#   tests/tools/run-verdicts.sh --named-long-rows    prints those of long.txt in the same way
#   tests/tools/run-verdicts.sh --find NAME    prints the row of that name
#   tests/tools/run-verdicts.sh --programs     prints the programs of the rows, each once:
#                                                FOLDER:MAIN[:ARGUMENT...], FOLDER below the build
#                                                folder; without rows that are inconclusive or need
#                                                a heap of a certain size
#   tests/tools/run-verdicts.sh ROW            runs one row; VERDICT_TRACE: where its
#                                              counterexample is written
set -u
cd "$(dirname "$0")/../.." || exit 5
. tests/tools/support.sh

trim() { # NAME: removes outer blanks from the value of that variable
  local -n trimmed=$1
  trimmed=${trimmed#"${trimmed%%[![:space:]]*}"}
  trimmed=${trimmed%"${trimmed##*[![:space:]]}"}
}

rows() {
  find tests/java/verdicts -name '*.txt' ! -name long.txt | sort | xargs cat |
    grep -vE '^[[:space:]]*(#|$)'
}

name_of() { # ROW: sets name
  local program options
  IFS='|' read -r program options _ <<<"$1"
  trim program
  trim options
  name="${program#*:} $options"
  trim name
}

if [ "${1-}" = --rows ]; then
  rows
  exit 0
fi
if [ "${1-}" = --programs ]; then
  rows | grep -vE -- '--heap|\| *inconclusive' |
    sed -E 's/ *\|.*//; s/ +/:/g; /\//!s|^|java/verdicts:|' | sort -u
  exit 0
fi
with_names() {
  while IFS= read -r row; do
    name_of "$row"
    printf '%s\t%s\n' "$name" "$row"
  done
}
case ${1-} in
  --named-rows)
    rows | with_names
    exit 0 ;;
  --named-long-rows)
    grep -vE '^[[:space:]]*(#|$)' tests/java/verdicts/long.txt | with_names
    exit 0 ;;
  --find)
    NAME=$2 awk -F '\t' '$1 == ENVIRON["NAME"] { print substr($0, length($1) + 2) }' < \
      <(rows | with_names)
    exit 0 ;;
esac
IFS='|' read -r program options verdict property pattern <<<"$1"
read -r -a words <<<"$program"
read -r -a option_words <<<"$options"
trim verdict
trim property
trim pattern
build=${HEDDLE_BUILD:-build}
tmp=${TEST_TMP:-$(mktemp -d)}
classes=$build/java/verdicts
main=${words[0]}
case $main in
  *:*) classes=$build/${main%%:*} main=${main#*:} ;;
esac
case $verdict in
  error) want_status=1 ;;
  'no error') want_status=0 ;;
  inconclusive) want_status=4 ;;
  *) echo "bad verdict '$verdict' in the table"; exit 1 ;;
esac

# of tests/cli/strategies.sh: another exhaustive strategy
read -r -a search <<<"${VERDICT_SEARCH:---search dfs}"
command=("${HEDDLE:-build/heddle}" check "${search[@]}" --time $((60 * ${HEDDLE_SLOW:-1})) \
  --json "${option_words[@]}" -o "${VERDICT_TRACE:-$tmp/error.htrace}"
  -cp "$classes" "$main" "${words[@]:1}")
"${command[@]}" >"$tmp/out.json" 2>"$tmp/err"
status=$?

value=
value() { # KEY: sets value
  json_text "$tmp/out.json" "$1"
}

failed=0
complain() { echo "$1"; failed=1; }
[ $status -eq $want_status ] || complain "exit status $status, want $want_status"
value verdict
[ "$value" = "$verdict" ] || complain "verdict '$value', want '$verdict'"
case $verdict in
  error)
    value property
    [[ "/$property/" == *"/$value/"* ]] || complain "property '$value', want $property"
    value message
    [ -z "$pattern" ] || grep -qE -- "$pattern" <<<"$value" ||
      complain "message '$value' does not match /$pattern/" ;;
  'no error')
    value complete
    [ "$value" = true ] || complain "complete is '$value', want true" ;;
esac
if [ $failed -ne 0 ]; then
  printf '%s ' "${command[@]}"
  echo
  head -c 3000 "$tmp/out.json"
  tail -n 15 "$tmp/err"
fi
exit $failed
