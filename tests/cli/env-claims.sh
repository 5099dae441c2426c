#!/usr/bin/env bash
# heddle env must not claim `no error` after one or several random environments. When no thread can
# continue, this is not a deadlock if every blocked thread is in a call that --may-block names;
# otherwise it is a deadlock.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
out=$TEST_TMP/out
mkdir -p "$TEST_TMP/cp"
cat >"$TEST_TMP/Box.java" <<'EOF2'
public class Box {
  private boolean full;

  public synchronized void take() throws InterruptedException {
    while (!full) wait();
    full = false;
  }

  public synchronized void give() {
    full = true;
    notifyAll();
  }

  public synchronized void hold() throws InterruptedException {
    wait();
  }

  public synchronized boolean full() {
    return full;
  }
}
EOF2
javac -g -d "$TEST_TMP/cp" "$TEST_TMP/Box.java" || exit 5

box() { # NAME STATUS PATTERN OPTION...
  local status
  "$HEDDLE" env -q --try 0 -cp "$TEST_TMP/cp" "${@:4}" Box >"$out" 2>&1
  status=$?
  is "$1: exit status" "$status" "$2"
  is "$1: the answer" "$(grep -m 1 -oE -- "$3" "$out" | head -n 1 | sed 's/.*/yes/')" yes
}
scenario() { # NAME TEXT STATUS PATTERN OPTION...
  box "$1" "$3" "$4" --search dfs --property deadlock,exception,race --env scenario "$2" "${@:5}"
}

# ---- threads that stay blocked ----
scenario 'no thread may stay blocked' 'take() || full()' 1 '^error: deadlock'
scenario 'one thread stays blocked' 'take() || full()' 0 '^no error' --may-block take
scenario 'both threads stay blocked' 'take() || take()' 0 '^no error' --may-block take
scenario 'one of the threads may not stay blocked' \
  'take() || hold()' 1 '^error: deadlock' --may-block take
scenario 'a thread that may not stay comes before one that may' \
  'hold() || take()' 1 '^error: deadlock' \
  --may-block take
scenario '--may-block names another method' 'take() || full()' 1 '^error: deadlock' --may-block give

# ---- random environments ----
box 'one random environment' 4 '^inconclusive: no error in this environment' --search dfs \
  --restart none --methods 'give|full'
box 'several random environments' \
  4 '^inconclusive: no error in 5 environments' --runs 5 --order drawn \
  --methods 'give|full'
box 'pairs of methods' 4 '^inconclusive: no error in 3 environments' --runs 3 --methods 'give|full'
box 'all environments' 0 '^no error' --search dfs --env all --length 1 --methods 'give|full'
box 'a complete search of a universal environment' \
  0 '^no error' --env universal --restart luby --methods 'give|full'
box 'incomplete searches of universal environments' \
  4 '^inconclusive' --env universal --restart fixed --unit 10t --runs 2 \
  --methods 'give|full'

done_testing
