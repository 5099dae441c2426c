#!/usr/bin/env bash
# heddle campaign --on slurm, with stand-ins for Slurm's commands: the figures are those of a run on
# this machine, whichever processes die meanwhile; problems with Slurm, the disk or a node are
# reported. (tests/cli/long/slurm.sh uses the real Slurm.)
# timeout: 600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/slurm.sh

campaign_file here 'seeds 1..6' <<'X'
technique PFSM; search guided; heuristic pfsm
technique Random; search guided; heuristic random
X
campaign here
is 'on this machine: succeeds' "$status" 0

# ---- Slurm is not installed ----
cp "$tmp/here.campaign" "$tmp/none.campaign"
bare=$tmp/bare # contains java, but no sbatch
mkdir "$bare" && ln -s "$(command -v java)" "$bare/java"
PATH=$bare "$HEDDLE" campaign "$tmp/none.campaign" -o "$tmp/none" --on slurm >"$tmp/out" \
  2>"$tmp/err"
is 'no Slurm: the missing command is reported' "$? $(cat "$tmp/err")" \
  '3 heddle: there is no sbatch on PATH: is Slurm installed here?'
is 'no Slurm: no files of tasks are left' "$(ls "$tmp/none")" trials.db

fake_slurm
copy() { cp "$tmp/here.campaign" "$tmp/$1.campaign"; }
again() { # NAME OPTION...: runs the campaign to its end
  campaign "$@" --on slurm --tasks 2
}
whole() { # NAME NAME-OF-TEST: must be complete, with the figures of this machine and no files left
  is "$2: succeeds" "$status" 0
  is "$2: the figures of this machine" "$(figures "$1")" "$(figures here)"
  is "$2: no files of tasks are left" "$(ls -d "$tmp/$1/slurm" 2>/dev/null)" ''
}

# ---- options ----
refused() { # NAME TEXT OPTION...
  local name=$1 text=$2
  shift 2
  campaign here "$@"
  is "$name" "$status $(cat "$tmp/err")" "2 heddle: $text"
}
refused 'an unknown place' "bad value 'moon' for --on (there is slurm)" --on moon
refused 'a partition without Slurm' '--partition works only with --on slurm' --partition p
refused '--tasks without Slurm' '--tasks works only with --on slurm' --tasks 3
refused 'zero tasks' '--tasks is a number from 1 to 1000' --on slurm --tasks 0
refused 'a report' '--on cannot be combined with --report, which carries out no trials' \
  --on slurm --report
refused 'a task by hand' '--task is for tasks of a Slurm job array' --task x.tasks

# ---- complete campaigns ----
copy all
again all
whole all 'all'
is 'all: one job array is submitted' "$(arrays)" 1
is 'all: the submission is reported' "$(cat "$tmp/err")" 'heddle: job 1 was submitted: 8 tasks'
again all
is 'all: no trial is repeated' "$status $(arrays)" '0 1'
again all --again
whole all 'anew'
is 'a new folder: another job array is submitted' "$(arrays)" 2

# ---- a folder name with special characters ----
mkdir "$tmp/100%a it's" && sed "s|$PWD|$PWD|" "$tmp/here.campaign" >"$tmp/100%a it's/b.campaign"
(cd "$tmp/100%a it's" && "$HEDDLE" campaign b.campaign --on slurm --tasks 2) >"$tmp/out" \
  2>"$tmp/err"
is 'a folder with quotes and patterns' "$? $(tail -n +2 "$tmp/err")" '0 '

# ---- tasks that are lost ----
copy lost
echo '3 2' >"$FAKE/kill"
again lost
whole lost 'tasks lost'
has 'tasks lost: the loss is reported' 'was lost (NODE_FAIL)' "$tmp/err"

campaign_file poison 'seeds 1' <<<'technique A; search guided'
echo '1 100' >"$FAKE/kill"
sed -i '/(3,1)/d; s/^seeds.*/seeds 1; time 30; states 0/; s/args 2 1/args 9 1/' \
  "$tmp/poison.campaign"
sed -i 's/technique A.*/technique A; search dfs; sequence none/' "$tmp/poison.campaign"
before=$(arrays)
again poison --resubmit 1
rm -f "$FAKE/kill"
is 'always lost: exit status' "$status" 4
is 'always lost: submitted once more' "$(($(arrays) - before))" 2
has 'always lost: the trial counts as crashed' \
  'lost with its task 2 times, the last time with task 0 of job' \
  "$tmp/out"
has 'always lost: --retry is suggested' \
  '1 trial crashed or failed; --retry runs it again' "$tmp/err"

# ---- no task begins ----
copy broken
: >"$FAKE/broken"
again broken --resubmit 1
rm -f "$FAKE/broken"
is 'no task begins: exit status' "$status" 3
has 'no task begins: reported with the log' \
  "no task of 2 job arrays in a row began; the last one's log: ... heddle: not found;" "$tmp/err"
again broken
whole broken 'and then they do'

# ---- Slurm refuses, or does not respond ----
copy refused
echo 'Invalid partition name specified' >"$FAKE/refuse"
again refused --partition nope
rm -f "$FAKE/refuse"
is 'refused: the message of sbatch is reported' "$status $(cat "$tmp/err")" \
  '3 heddle: sbatch failed: Batch job submission failed: Invalid partition name specified'
is 'refused: no files are left' "$(ls "$tmp/refused")" trials.db
again refused
whole refused 'and then accepted'

campaign_file slow 'seeds 1..8; time 0.2; states 0' <<'X'
technique DFS; search dfs; sequence none
table T; show density
X
sed -i '/(3,1)/d; s/args 2 1/args 9 1/' "$tmp/slow.campaign"
for name in silent killed interrupted left; do cp "$tmp/slow.campaign" "$tmp/$name.campaign"; done
start silent --on slurm --tasks 2
wait_until 20 has_lines silent 1
: >"$FAKE/silent"
wait_until 20 grep -q 'does not\|failed' "$tmp/err"
rm -f "$FAKE/silent"
wait $pid
is 'the controller is away for a while: the campaign continues' $? 0
is 'the controller is away for a while: this is reported' \
  "$(sed -n 2,3p "$tmp/err" | sed 's/;.*//; s/ (connect.*//')" \
  'heddle: squeue failed: slurm_load_jobs error: Unable to contact slurm controller
heddle: Slurm answers again'
start silent --on slurm --tasks 2 --again
wait_until 20 has_lines silent 1
: >"$FAKE/silent"
wait $pid
is 'the controller stays away: exit status' $? 3
rm -f "$FAKE/silent"

# ---- the gathering process is killed or interrupted ----
before=$(arrays)
start killed --on slurm --tasks 2
wait_until 20 has_lines killed 2
kill -KILL $pid
wait $pid 2>/dev/null
again killed
is 'killed: the campaign resumes and ends' "$status $(grep -c '8 of 8' "$tmp/out")" '0 0'
is 'killed: the tasks are taken over' "$(($(arrays) - before))" 1
has 'killed: all trials are counted' '0.00  0.00-0.32' "$tmp/out"

before=$(arrays)
start interrupted --on slurm --tasks 2
wait_until 20 has_lines interrupted 1
kill -INT $pid
wait $pid
is 'interrupted: exit status' $? 130
is 'interrupted: this is reported' "$(sed -n '2s/^/ /p; 3s/[1-8] of/N of/p' "$tmp/err")" \
  " heddle: the tasks were cancelled
heddle: interrupted: N of 8 trials are in $tmp/interrupted; the same command continues"
is 'interrupted: no task is left running' "$(living)" 0
again interrupted
is 'interrupted: the campaign resumes with new tasks' "$status $(($(arrays) - before))" '0 2'

before=$(arrays)
start left --on slurm --tasks 2 --leave
wait_until 20 has_lines left 1
kill -INT $pid
wait $pid
is '--leave: exit status' $? 130
has '--leave: running tasks are reported' \
  'the tasks continue; the same command collects their results' "$tmp/err"
wait_until 30 has_lines left 8
again left
is '--leave: results are gathered, nothing is submitted' "$status $(($(arrays) - before))" '0 1'

# ---- the campaign file changes meanwhile ----
copy changed
start changed --on slurm --tasks 1
wait_until 20 has_lines changed 1
echo 'technique Other; search guided; heuristic most-blocked' >>"$tmp/changed.campaign"
wait $pid
again changed
is 'changed: the campaign continues with the new file' \
  "$status $(csv changed density 'TwoStage(3,1)' Other trials)" '0 6'

# ---- a full disk: on a small file system of the test, where mounting is allowed ----
full_disk() { # puts the results on it; the tasks' files elsewhere or there too
  mkdir -p "$tmp/$1" && mount -t tmpfs -o size="$2" tmpfs "$tmp/$1" || return 77
  [ -z "$3" ] || { mkdir -p "$3" && ln -s "$3" "$tmp/$1/slurm"; }
  timeout 100 "$HEDDLE" campaign "$tmp/full.campaign" -o "$tmp/$1" --on slurm --tasks 2 \
    >"$tmp/out" 2>"$tmp/err"
  echo $? >"$tmp/$1.status"
  mkdir "$tmp/$1.kept" && cp -r "$tmp/$1"/* "$tmp/$1.kept"
}
kept() { # NAME: all results are used when there is space again
  local before
  rm -rf "${tmp:?}/$1" && mv "$tmp/$1.kept" "$tmp/$1"
  cp "$tmp/full.campaign" "$tmp/$1.campaign"
  campaign "$1" --report
  before=$(csv "$1" density 'TwoStage(2,1)' A trials)
  is "$1: trials were kept" "$status $([ "${before:-0}" -gt 9 ] && echo yes)" '4 yes'
}
campaign_file full 'seeds 1..3000' <<<'technique A; search guided; table T; show density'
export -f full_disk
export tmp
if unshare -rm true 2>/dev/null &&
  unshare -rm bash -c 'full_disk database 320k "$tmp/elsewhere"' 2>/dev/null; then
  is 'full disk: exit status' "$(cat "$tmp/database.status")" 3
  has 'full disk: this is reported' \
    'trials.db: no space left on the disk; the trials that ended are kept' \
    "$tmp/err"
  kept database
  unshare -rm bash -c 'full_disk shared 480k ""' 2>/dev/null
  is 'all on a full disk: exit status' "$(cat "$tmp/shared.status")" 3
  is 'all on a full disk: this is reported' "$(grep -ci 'no space left on' "$tmp/err")" 1
  kept shared
else
  skip 'full disk' 'no file system can be mounted here'
fi
done_testing
