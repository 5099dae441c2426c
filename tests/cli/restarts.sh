#!/usr/bin/env bash
# heddle env --restart: environments one after another and several at a time, each up to its limit;
# the final report, the command that repeats the environment with the error, and that --jobs does
# not affect the result.
# timeout: 600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
unset HEDDLE_SEARCH
out=$TEST_TMP/out
mkdir -p "$TEST_TMP/cp"
cat >"$TEST_TMP/Accounts.java" <<'EOF2'
import java.util.HashMap;
import java.util.Map;

public class Accounts {
  static class Account {
    int balance;
  }

  private final Map<String, Account> all = new HashMap<>();
  private int total, unused;
  private boolean closed;

  public synchronized boolean create(String name) {
    if (closed || all.containsKey(name)) return false;
    all.put(name, new Account());
    return true;
  }

  private synchronized Account find(String name) {
    return all.get(name);
  }

  public void deposit(String name, int amount) {
    Account a = find(name);
    if (a == null) return;
    synchronized (a) {
      a.balance += amount;
      synchronized (this) {
        total += amount;
      }
    }
  }

  public synchronized boolean remove(String name) {
    Account a = all.remove(name);
    if (a == null) return false;
    synchronized (a) {
      total -= a.balance;
    }
    return true;
  }

  public synchronized int total() {
    return total;
  }

  public synchronized void close() {
    closed = true;
  }

  public synchronized int unused() {
    return unused;
  }
}
EOF2
cat >"$TEST_TMP/Whole.java" <<'EOF2'
public class Whole {
  private int n;

  public synchronized void more() {
    n = (n + 1) % 4;
  }

  public synchronized int n() {
    return n;
  }

  public native void missing();
}
EOF2
javac -g -d "$TEST_TMP/cp" "$TEST_TMP"/*.java || exit 5

env_of() { # OPTION...: sets status; the output is in $out
  "$HEDDLE" env -q -cp "$TEST_TMP/cp" "$@" >"$out" 2>&1
  status=$?
}
says() { # NAME STATUS PATTERN
  is "$1: exit status" "$status" "$2"
  if grep -qE -- "$3" "$out"; then
    ok "$1: the output"
  else
    not_ok "$1: the output" "$(head -n 5 "$out")" "want $3"
  fi
}
field() { # EXPRESSION: prints its value for the JSON object in $out
  python3 -c "import json, sys
j = json.loads(open(sys.argv[1]).read()); print($1)" "$out"
}
again() { # TRACE: runs the command that $out ends with and compares the results
  local line
  line=$(sed -n 's/^  again: heddle //p' "$out")
  cp "$1" "$1.first"
  rm -f "$1"
  eval "\"$HEDDLE\" $line" >"$out.again" 2>&1
  is "... repeated: exit status" $? 1
  is '... repeated: the same trace' "$(cmp "$1" "$1.first" 2>&1)" ''
  is '... repeated: the same error' \
    "$(grep -m 1 '^error' "$out.again")" "$(grep -m 1 '^error' "$out")"
}

# ---- errors found without options ----
env_of --runs 60 -o "$TEST_TMP/a.htrace" Accounts
says 'plain' 1 '^error: deadlock'
says 'plain: the counts' 1 '^  [0-9]+ environments?: [0-9]+ whole, [0-9]+ cut.*, 1 in error'
says 'plain: the environment with the error' \
  1 '^  the one in error: number [0-9]+, drawn by seed [0-9]+'
again "$TEST_TMP/a.htrace"
env_of --seed 5 --order drawn --threads 3 -o "$TEST_TMP/b.htrace" Accounts
says 'three threads' 1 '^error: deadlock'
again "$TEST_TMP/b.htrace"
env_of Accounts -o "$TEST_TMP/c.htrace" --seed 5 --new 'new Accounts()' # options after the class
says 'operands before options' 1 'again: heddle env .* --new .new Accounts\(\). Accounts$'
again "$TEST_TMP/c.htrace"
env_of --before 'create("a")' -o "$TEST_TMP/d.htrace" --methods 'deposit|remove' Accounts
says 'a pair' 1 '^  the one in error: number [0-9]+, the pair (deposit|remove), (deposit|remove)'
says 'a pair: the command that repeats it' 1 "again: heddle env .*--env scenario .*deposit\("
again "$TEST_TMP/d.htrace"
rm -f "$TEST_TMP"/*.new
is 'no files are left' "$(find "$TEST_TMP" -name '*.new' | wc -l)" 0

# ---- the number of jobs does not affect the result ----
for seed in 2 3; do
  for jobs in 1 2 4; do
    env_of --seed "$seed" --unit 500t --runs 60 --jobs "$jobs" --json Accounts
    field "(j['verdict'], j['error']['message'], j['error']['steps'], j['states'], [j['restarts'][n]
      for n in ('number', 'seed', 'environments', 'whole', 'cut', 'error', 'transitions')])" \
      >"$TEST_TMP/jobs.$jobs"
  done
  is "seed $seed: 2 jobs give the result of 1" \
    "$(cat "$TEST_TMP/jobs.2")" "$(cat "$TEST_TMP/jobs.1")"
  is "seed $seed: 4 jobs give the result of 1" \
    "$(cat "$TEST_TMP/jobs.4")" "$(cat "$TEST_TMP/jobs.1")"
done

# ---- without an error ----
env_of --methods 'create|total|close' --runs 12 Accounts
says 'without an error: never "no error"' \
  4 '^inconclusive: no error in 12 environments, of many that can be drawn'
says '... the counts' 4 '^  12 environments: 12 whole, 0 cut, 0 in error'
env_of --methods 'create|total|close' --runs 12 --unit 40t --restart fixed --json Accounts
is 'JSON: the verdict' "$(field "j['verdict'], j['complete'], j['stopped']['cause']")" \
  'inconclusive False sampled'
is 'JSON: complete and incomplete searches add up' \
  "$(field "j['restarts']['whole'] + j['restarts']['cut'], j['restarts']['cut'] > 0")" '12 True'
env_of --runs 4 --restart fixed --unit 30t --order drawn --methods create Accounts
says 'searches that reach the limit' \
  4 '4 environments: 0 whole, 4 cut \(4 at the limit\), 0 in error'
env_of --runs 2 --order drawn --memory 1 --restart fixed --unit 100s --threads 4 \
  --property deadlock --time 20 --methods 'create|deposit|total' Accounts
says 'searches that run out of memory' 4 '\([0-9] out of memory\)'
env_of --runs 3 --methods 'more|missing' Whole
says 'searches that stop for another reason' 4 'cut \([0-9] for .*missing'
env_of --time 1 --methods 'create|total|close' --unit 100ms Accounts
says 'the time limit is reached' 4 '^inconclusive: no error in [0-9]+ environments'

# ---- strategies ----
for s in fixed luby walsh dynamic; do
  env_of --restart $s --runs 60 Accounts
  says "$s" 1 "^  restarts: $s, unit 10000t"
done
env_of --restart dynamic --unit 0.5s --runs 60 Accounts
says 'a unit in seconds' 1 '^  restarts: dynamic, unit 500ms'
env_of --env universal --restart luby --unit 2000t --methods 'more|n' Whole
says 'universal, complete' 0 '^no error: the search is complete'
says '... and the environment is named' 0 'environment: Whole, any calls of 2 methods in 2 threads'
env_of --env universal --restart fixed --unit 20t --runs 3 --methods 'more|n' Whole
says 'universal, incomplete' 4 '^inconclusive: no error in 3 environments, none searched whole'

# ---- interrupted ----
"$HEDDLE" env -cp "$TEST_TMP/cp" --methods 'create|total|close' Accounts >"$out" 2>&1 &
pid=$!
sleep 1
kill -INT $pid 2>/dev/null || true
kill -TERM $pid
wait $pid
status=$?
says 'interrupted' 143 '^inconclusive: no error in [0-9]+ environments?, .*; interrupted'

# ---- the emitted source ----
mkdir "$TEST_TMP/e"
env_of --emit "$TEST_TMP/e" Accounts
says 'the source of the environment with the error' 1 "wrote $TEST_TMP/e/AccountsEnvironment.java"
is '... contains that environment' \
  "$(grep -o 'comp.remove' "$TEST_TMP/e/AccountsEnvironment.java" | head -n 1)" comp.remove

# ---- bad input ----
refuses() { # NAME PATTERN OPTION...
  env_of "${@:3}" Accounts
  says "$1" 2 "$2"
}
refuses 'an unknown strategy' "bad value 'often' for --restart" --restart often
refuses 'an invalid unit' "bad value '5x' for --unit" --unit 5x
refuses 'an unknown order' "bad value 'x' for --order" --order x
refuses '--env all with restarts' 'all draws nothing' --env all --length 1 --restart luby
refuses 'a unit without restarts' '--unit needs --restart' --restart none --unit 10s
refuses 'an option for one environment' \
  '--coverage works only with --restart none' --restart luby --coverage x
refuses 'several searches' '--search auto works only with --restart none' \
  --restart luby --search auto
refuses 'an option of another search' '--walks works only with' --walks 3

done_testing
