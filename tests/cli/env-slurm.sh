#!/usr/bin/env bash
# heddle env --on slurm, with stand-ins for Slurm's commands: the answer is that of a run on this
# machine, even if tasks are lost or the gathering process is killed.
# timeout: 400
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/slurm.sh
fake_slurm
cd "$tmp" || exit 5

class_of() { # NAME MODIFIER-OF-POP
  cat >"$1.java" <<X
public class $1 {
  private int n;
  private final int[] a = new int[8];
  public synchronized void push(int x) { if (n < 8) a[n++] = x; }
  public $2 int pop() { return n > 0 ? a[--n] : -1; }
  public synchronized int size() { return n; }
}
X
  "$JAVAC" -g -d classes "$1.java" || exit 5
}
class_of Racy ''
class_of Locked synchronized
env_on() { # NAME WORD...: sets status; $tmp/NAME.out, .err
  local name=$1
  shift
  timeout 100 "$HEDDLE" env "$@" -cp classes >"$name.out" 2>"$name.err"
  status=$?
}
answer() { sed -E 's/[0-9.]+ s(, [0-9]+ MB)?$//; s/, [0-9.]+ s([,.]|$)/\1/g' "$1.out"; }
folders() { find . -maxdepth 1 -name 'heddle-env-*' | wc -l; }
same() { # NAME WORD...: compares a run on this machine with one on Slurm
  local name=$1 here
  shift
  env_on here "$@"
  here=$status
  env_on there "$@" --on slurm --tasks 3
  is "$name: exit status" "$status" "$here"
  is "$name: the same answer" "$(answer there)" "$(answer here)"
  is "$name: no files are left" "$(folders)" 0
}
same 'an error' Racy --runs 30
same 'no error' Locked --runs 20
same 'incomplete searches' Locked --runs 12 --restart fixed --unit 50t
same 'universal environments' Locked --runs 6 --env universal --restart luby --unit 200t

env_on here Racy --runs 30 -o here.htrace
: >there.htrace.3.new.part # what a task leaves if it is killed while it writes
env_on there Racy --runs 30 -o there.htrace --on slurm --tasks 3
is 'the counterexample is written' "$status $(ls ./*.htrace*)" "1 ./here.htrace
./there.htrace"
"$HEDDLE" replay there.htrace >replayed 2>&1
is 'the counterexample replays' $? 1

echo '2 2' >"$FAKE/kill"
same 'tasks lost' Locked --runs 9
has 'tasks lost: reported' 'was lost (NODE_FAIL)' "$tmp/there.err"

# Every task is killed after it has begun: its environments are given up.
echo '1 100' >"$FAKE/kill"
env_on lost Locked --runs 40 --on slurm --tasks 1 --resubmit 1
rm -f "$FAKE/kill"
is 'always lost: the environments are given up' \
  "$status $(grep -c 'for lost with its task 2 times' lost.out)" '4 1'
rm -rf heddle-env-*

# ---- the gathering process is killed ----
words=(Locked --runs 40 --restart fixed --unit 4000t -cp classes --on slurm --tasks 2)
env_on here Locked --runs 40 --restart fixed --unit 4000t
before=$(arrays)
"$HEDDLE" env "${words[@]}" >killed.out 2>killed.err </dev/null &
pid=$!
some_answers() { [ "$(cat heddle-env-*/*.results 2>/dev/null | grep -c '"run"')" -ge 4 ]; }
wait_until 30 some_answers
kill -KILL $pid
wait $pid 2>/dev/null
is 'killed: its folder is kept' "$(folders)" 1
timeout 100 "$HEDDLE" env "${words[@]}" >there.out 2>there.err
is 'killed: the same answer' "$(answer there)" "$(answer here)"
is 'killed: its tasks are taken over' "$(($(arrays) - before)) $(folders)" '1 0'

# ---- mistakes ----
refused() { # NAME TEXT WORD...
  local name=$1 text=$2
  shift 2
  env_on bad "$@"
  is "$name" "$status $(cat bad.err)" "2 heddle: $text"
}
refused 'one environment' '--on needs --restart other than none' Locked --restart none \
  --on slurm
refused 'standard input' '--on slurm: --stdin is a file that each task can read' Locked --stdin - \
  --on slurm
echo 'Invalid account' >"$FAKE/refuse"
env_on bad Locked --on slurm
is 'a refused submission is reported' "$status $(cat bad.err) $(folders)" \
  '3 heddle: sbatch failed: Batch job submission failed: Invalid account 0'
done_testing
