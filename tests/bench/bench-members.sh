#!/usr/bin/env bash
# `make bench-members`: runs each search of --search auto (tui/cli/auto_members.def) alone on
# typical programs that use java.util.concurrent (tests/bench/Library.java), and prints how much it
# explored and how long it took. Not a test: it fails only if a program does not run.
#   TIME=10   seconds for each search
set -u
cd "$(dirname "$0")/../.." || exit 5
export HEDDLE=${HEDDLE:-${HEDDLE_BUILD:-build}/heddle} LC_ALL=C
. tests/tools/support.sh
tests/tools/compile-java.sh "${HEDDLE_BUILD:-build}/java" bench || exit 1
classes=${HEDDLE_BUILD:-build}/java/bench
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

row() { # PROGRAM MEMBER OPTIONS
  local out=$tmp/out.json verdict
  # shellcheck disable=SC2086
  "$HEDDLE" check -q --json $3 --time "${TIME:-10}" -cp "$classes" Library $1 >"$out" 2>"$tmp/err"
  verdict=$(json_value "$out" verdict)
  [ -n "$verdict" ] || {
    echo "bench-members: no verdict on $1 by $2" >&2
    head -n 3 "$tmp/err" >&2
    failed=1
    return
  }
  [ "$verdict" != inconclusive ] || verdict=$(json_value "$out" reason)
  printf '%-11s %-11s %10s %10s %12s %8.2f  %s\n' "$1" "$2" "$(json_value "$out" states)" \
    "$(json_value "$out" executions | sed 's/^$/-/')" "$(json_value "$out" transitions)" \
    "$(json_value "$out" seconds)" "$verdict"
}

echo "machine: $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo |
  head -n 1), $(nproc) cores, $(uname -sm)," \
  "$("${JAVA:-java}" -version 2>&1 | sed -n '2s/.*build //p' | tr -d ')')"
printf '%-11s %-11s %10s %10s %12s %8s  %s\n' program search states executions transitions seconds \
  'no error, or stopped by'
tr '\n' ' ' <tui/cli/auto_members.def | grep -oE 'MEMBER\("[^)]*' |
  sed -E 's/MEMBER\("([^"]*)", *[0-9]+, *[A-Z_]+, *[a-z]+, *"([^"]*)".*/\1|\2/' >"$tmp/members"
while read -r program; do
  while IFS='|' read -r name options; do
    row "$program" "$name" "$options" </dev/null
  done <"$tmp/members"
done <tests/bench/library.programs
exit $failed
