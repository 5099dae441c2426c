#!/usr/bin/env bash
# `make bench-estimate`: compares the estimated size of a search with its actual size. Each program
# is searched completely, and then stopped (by --max-states) at 5, 10, 25 and 50 % of its states.
# Prints the estimate at that point divided by the size: in brackets if heddle itself does not trust
# it, with a star if the size is outside its interval. Not a test: it fails only if a program is not
# searched completely.
set -u
cd "$(dirname "$0")/../.." || exit 5
export HEDDLE=${HEDDLE:-${HEDDLE_BUILD:-build}/heddle} LC_ALL=C
. tests/tools/support.sh
java=${HEDDLE_BUILD:-build}/java
tests/tools/compile-java.sh "$java" bench verdicts symmetry || exit 1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
shares='5 10 25 50'
failed=0

check() { # OUT OPTION...
  local out=$1
  shift
  "$HEDDLE" check --json --try 0 --all-errors -cp "$java/bench:$java/verdicts:$java/symmetry" "$@" \
    >"$out" 2>"$tmp/err"
}

# RATIO TRUSTED INSIDE
measured() { # OUT SIZE
  awk -v n="$2" -v e="$(json_value "$1" size)" -v l="$(json_value "$1" low)" \
    -v h="$(json_value "$1" high)" -v t="$(json_value "$1" trusted)" 'BEGIN {
    printf "%.3f %d %d\n", e / n, t == "true", l <= n * 1.0001 && n <= h * 1.0001 }'
}

row() { # KEY NAME OPTION...
  local key=$1 name=$2 states size share
  shift 2
  check "$tmp/whole.json" --time 100 "$@"
  [ "$(json_value "$tmp/whole.json" complete)" = true ] || {
    echo "bench-estimate: $name: not searched whole" >&2
    failed=1
    return
  }
  states=$(json_value "$tmp/whole.json" states)
  size=$(json_value "$tmp/whole.json" "$key")
  printf '%-40s %10d' "$name" "$size"
  for share in $shares; do
    check "$tmp/part.json" --max-states $((states * share / 100 + 1)) "$@"
    measured "$tmp/part.json" "$size" >"$tmp/one"
    sed "s/^/$key $share /" "$tmp/one" >>"$tmp/all"
    awk '{ s = sprintf("%.2f", $1); if (!$2) s = "(" s ")"; if (!$3) s = s "*"
      printf " %9s", s }' "$tmp/one"
  done
  echo
}

head_line() {
  printf '\n%-40s %10s' "$1" "$2"
  for share in $shares; do printf ' %8d%%' "$share"; done
  echo
}

summary() { # KEY
  local share
  for share in $shares; do
    awk -v k="$1" -v s="$share" '$1 == k && $2 == s { n++; w += $3 >= 0.5 && $3 <= 2; i += $5
      t += $4; tw += $4 && $3 >= 0.5 && $3 <= 2; ti += $4 && $5 }
      END { printf "at %d %% of the %s: %d of %d within a factor of 2, ", s, k, w, n
        printf "%d in the interval; ", i
        printf "trusted %d: %d within, %d in the interval\n", t, tw, ti }' "$tmp/all"
  done
}

plain='--property deadlock,exception'
head_line 'dfs' states
while read -r options; do
  # shellcheck disable=SC2086 # they are words
  row states "$options" --search dfs ${options//plain/$plain}
done <<'END'
plain Dining 5 2
plain Dining 5 3
plain --por none Dining 3 2
Dining 6 2
plain Spaces grid 4 5
plain Spaces counter 4 4
plain Spaces twoLocks 3 4
plain Spaces values 4 1
plain Spaces compareAndSet 3 3
plain Spaces waiting 2 2
plain Spaces reentrant 2 2
plain Spaces latch 3 3
plain Spaces map 3 1
plain Spaces queue 2 2
plain Spaces join 4 3
plain Spaces phases 3 4
Spaces grid 3 9
Spaces counter 5 2
Spaces reentrant 2 3
Spaces join 3 5
Spaces queue 2 3
plain Workers count 5
plain Workers ordered 4
Workers latch 4
--contracts Library pool 2 3
--contracts Library combine
--contracts Library parallel
--contracts Library phaser
--contracts Library invokeAll
--contracts Library pool 3 2
plain Library pool 1 1
SafeClosedService
SafeSemaphore
SafeReadWriteLock
SafeBarrierAction
SafeBlockingQueue
END
summary states
head_line 'dpor' executions
while read -r options; do
  # shellcheck disable=SC2086
  row executions "$options" --search dpor $plain ${options//plain/}
done <<'END'
Executions readers 10
Executions readers 12
Executions lastzero 10
Executions lastzero 12
Executions indexer 14
Executions lock 6
Executions lock 7
Executions philosophers 10
Spaces values 4 1
Spaces compareAndSet 3 2
Spaces reentrant 2 1
Spaces counter 3 3
Spaces join 3 3
Spaces twoLocks 3 2
Spaces queue 2 1
Dining 4 2
Dining 3 3
END
summary executions
exit $failed
