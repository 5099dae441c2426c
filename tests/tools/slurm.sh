# Shared by the tests of --on slurm. Source it; do not run it.
# shellcheck shell=bash
. tests/tools/campaign.sh

# fake_slurm: puts our own sbatch, squeue and scancel in front of PATH. A job array's tasks are
# processes of this machine, as many at a time as the array allows. $FAKE has a file for each task,
# with its process number, "waits" or, after its end, how it ended. These files in $FAKE change
# their behaviour:
#   refuse   sbatch fails with this text
#   silent   squeue and scancel fail as if the controller could not be reached
#   broken   tasks end at once, as if the program were missing
#   kill     LINES [TIMES]: TIMES tasks (default 1) are killed when their results have that many
#            lines; squeue reports NODE_FAIL for them
fake_slurm() {
  export FAKE=$tmp/fake HEDDLE_SLURM_POLL=0.1
  mkdir -p "$FAKE/bin" "$FAKE/tasks"
  echo 0 >"$FAKE/id"
  fake_sbatch >"$FAKE/bin/sbatch"
  fake_task >"$FAKE/bin/fake-task"
  fake_squeue >"$FAKE/bin/squeue"
  fake_scancel >"$FAKE/bin/scancel"
  chmod +x "$FAKE"/bin/*
  PATH=$FAKE/bin:$PATH
  trap end_tasks EXIT
  trap 'exit 143' TERM
}

# No task outlives the test.
end_tasks() {
  local state
  cat "$FAKE"/tasks/* 2>/dev/null >"$FAKE/left"
  rm -f "$FAKE"/tasks/*
  while read -r _ state; do
    case $state in waits | *[A-Z]*) ;; *) kill -KILL "$state" 2>/dev/null ;; esac
  done <"$FAKE/left"
}

fake_sbatch() {
  cat <<'X'
#!/usr/bin/env bash
if [ -e "$FAKE/refuse" ]; then
  echo "sbatch: error: Batch job submission failed: $(cat "$FAKE/refuse")" >&2
  exit 1
fi
for word; do
  case $word in
    --array=0-*%*) last=${word#--array=0-} at_once=${last#*%} last=${last%\%*} ;;
    --job-name=*) name=${word#*=} ;;
    --output=*%a.log) log=${word#*=} ;;
    --*) ;;
    *) script=$word ;;
  esac
done
id=$(($(cat "$FAKE/id") + 1))
echo $id >"$FAKE/id"
for ((k = 0; k <= last; k++)); do echo "$id waits" >"$FAKE/tasks/$name.$k"; done
export SLURM_ARRAY_JOB_ID=$id
(for ((k = 0; k <= last; k++)); do echo "$k"; done |
  setsid xargs -P "$at_once" -I{} fake-task "$name" {} "$script" "${log%\%a.log}"{}.log) \
  >/dev/null 2>&1 </dev/null &
echo "$id"
X
}

fake_task() {
  cat <<'X'
#!/usr/bin/env bash
state=$FAKE/tasks/$1.$2 results=${3%.sh}-$2.results
[ -e "$state" ] || exit 0
[ ! -e "$FAKE/broken" ] || { rm -f "$state"; echo 'heddle: not found' >"$4"; exit 0; }
SLURM_ARRAY_TASK_ID=$2 setsid sh "$3" >"$4" 2>&1 &
pid=$!
echo "$SLURM_ARRAY_JOB_ID $pid" >"$state"
[ ! -e "$FAKE/cancelled.$1" ] || kill -KILL $pid
[ -e "$FAKE/kill" ] || wait $pid
while kill -0 $pid 2>/dev/null; do
  if read -r lines times 2>/dev/null <"$FAKE/kill" &&
    [ "$(wc -l 2>/dev/null <"$results")" -ge "$lines" ]; then
    kill -KILL $pid
    times=$((${times:-1} - 1))
    if [ $times -le 0 ]; then rm -f "$FAKE/kill"; else echo "$lines $times" >"$FAKE/kill"; fi
    echo "$SLURM_ARRAY_JOB_ID NODE_FAIL" >"$state"
    exit 0
  fi
  sleep 0.02
done
rm -f "$state"
X
}

fake_squeue() {
  cat <<'X'
#!/usr/bin/env bash
if [ -e "$FAKE/silent" ]; then
  echo 'slurm_load_jobs error: Unable to contact slurm controller (connect failure)' >&2
  exit 1
fi
for word; do case $word in --name=*) names=,${word#*=}, ;; esac; done
for f in "$FAKE"/tasks/*; do
  name=${f##*/} k=${f##*.}
  name=${name%.*}
  [[ $names == *,$name,* ]] && read -r id state 2>/dev/null <"$f" || continue
  case $state in
    waits) echo "$name|$id|$k|PENDING|Resources" ;;
    *[A-Z]*) echo "$name|$id|$k|$state|None" ;;
    *) echo "$name|$id|$k|RUNNING|None" ;;
  esac
done
exit 0
X
}

fake_scancel() {
  cat <<'X'
#!/usr/bin/env bash
[ ! -e "$FAKE/silent" ] || { echo 'scancel: error: Unable to contact controller' >&2; exit 1; }
for word; do case $word in --name=*) name=${word#*=} ;; esac; done
: >"$FAKE/cancelled.$name"
for f in "$FAKE/tasks/$name".*; do
  read -r id state 2>/dev/null <"$f" || continue
  rm -f "$f"
  case $state in waits | *[A-Z]*) ;; *) kill -KILL "$state" ;; esac
done
exit 0
X
}

# figures NAME: prints the figures that do not depend on the machine.
figures() { grep -E ',(density|states|length),' "$tmp/$1/tables.csv"; }
arrays() { cat "$FAKE/id"; } # prints how many were submitted
lines_of() { cat "$tmp/$1"/slurm/*.results 2>/dev/null | grep -c '"trial"'; }

living() { cat "$FAKE"/tasks/* | grep -cE ' (waits|[0-9]+)$'; } # tasks that have not ended

# start NAME OPTION...: starts the campaign in the background; sets pid.
start() {
  local name=$1
  shift
  env --default-signal=INT "$HEDDLE" campaign "$tmp/$name.campaign" -o "$tmp/$name" "$@" \
    >"$tmp/out" 2>"$tmp/err" </dev/null &
  pid=$!
}
wait_until() { # SECONDS COMMAND...
  local i most=$(($1 * 20))
  shift
  for ((i = 0; i < most; i++)); do
    "$@" && return 0
    sleep 0.05
  done
  return 1
}
has_lines() { [ "$(lines_of "$1")" -ge "$2" ]; }
