#!/usr/bin/env bash
# A campaign that is killed or interrupted, or whose trials are killed, resumes where it stopped and
# ends with the same figures.
#   tests/cli/campaign-resume.sh [KILLS SEEDS]
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/campaign.sh
kills=${1:-3} seeds=${2:-6}

campaign_file whole "seeds 1..$seeds" <<'X'
technique Random; search guided; heuristic random
technique Some; search guided; heuristic pfsm
X
cp "$tmp/whole.campaign" "$tmp/killed.campaign"
campaign whole
is 'an uninterrupted campaign succeeds' "$status" 0
# figures: those that do not depend on the machine
figures() { grep -E ',(density|states|length),' "$tmp/$1/tables.csv"; }

# Starts it in the background with its results in $tmp/NAME; sets pid. (A shell's background jobs
# ignore interrupts, and heddle keeps ignoring a signal that is ignored at its start.)
start() { # NAME OPTION...
  local name=$1
  shift
  env --default-signal=INT "$HEDDLE" campaign "$tmp/$name.campaign" -o "$tmp/$name" "$@" \
    >"$tmp/out" 2>"$tmp/err" </dev/null &
  pid=$!
}
pause() { sleep "$(awk -v s="$RANDOM" -v most="$1" 'BEGIN { printf "%.3f", most * s / 32768 }')"; }
done_in() { # NAME: the number of trials in its database
  "$HEDDLE" campaign "$tmp/$1.campaign" -o "$tmp/$1" --report --tables csv 2>/dev/null |
    awk -F, '$2 == "density" { n += $(NF - 7) } END { print n + 0 }'
}

before=0 shrunk=
for ((i = 0; i < kills; i++)); do
  start killed --jobs 2
  pause 0.6
  kill -KILL $pid 2>/dev/null
  wait $pid 2>/dev/null
  now=$(done_in killed)
  [ "$now" -ge "$before" ] || shrunk="$shrunk $before->$now"
  before=$now
done
is "killed $kills times: finished trials are kept" "$shrunk" ''
campaign killed
is 'killed: the campaign resumes and ends' "$status" 0
is 'killed: the same figures' "$(figures killed)" "$(figures whole)"

# ---- interrupted: trials are long, so that some are running ----
campaign_file long 'seeds 1..4; time 40; states 0' <<'X'
  configuration (9,1); args 9 1
technique DFS; search dfs; sequence none
table T; rows TwoStage(9,1); show density
X
children() { ps -o pid= --ppid "$1" 2>/dev/null; }
wait_for_trials() { # COUNT
  local i
  for ((i = 0; i < 200; i++)); do
    [ "$(children $pid | wc -w)" -ge "$1" ] && return 0
    sleep 0.05
  done
  return 1
}
start long --jobs 2
if wait_for_trials 2; then ok 'two trials run'; else not_ok 'two trials run' "$(cat "$tmp/err")"; fi
trials=$(children $pid)
kill -INT $pid
wait $pid
is 'interrupted: exit status' $? 130
is 'interrupted: one line is printed' \
  "$(grep -c 'interrupted: 0 of 4 trials are in .*; the same command continues' "$tmp/err")/$(wc -l \
  <"$tmp/err")" 1/1
left=
for p in $trials; do kill -0 "$p" 2>/dev/null && left="$left $p"; done
is 'interrupted: no trial is left running' "$left" ''

# ---- a second campaign in the same folder ----
start long --jobs 1
wait_for_trials 1
"$HEDDLE" campaign "$tmp/long.campaign" -o "$tmp/long" >"$tmp/out2" 2>"$tmp/err2"
refused=$?
[ "$("$HEDDLE" campaign "$tmp/long.campaign" -o "$tmp/long" --report | grep -c '4 not done')" = \
  1 ] && ok 'while it runs: --report' || not_ok 'while it runs: --report'
is 'a second campaign in the same folder is refused' \
  "$refused/$(grep -c 'another campaign runs in this folder' "$tmp/err2")" 3/1
kill -TERM $pid
wait $pid
is 'SIGTERM: exit status' $? 143

# ---- a trial whose process is killed ----
sed -i 's/^seeds.*/seeds 1..1; time 40; states 0/' "$tmp/long.campaign"
start long --jobs 1
wait_for_trials 1
kill -ABRT "$(children $pid | head -n 1)"
wait $pid
is 'a trial crashed: exit status' $? 4
has 'a trial crashed: the signal is reported' 'its process was killed by signal 6' "$tmp/out"
has 'a trial crashed: --retry is suggested' '1 trial crashed or failed; --retry runs it again' \
  "$tmp/err"
sed -i 's/time 40; states 0/time 40; states 100/' "$tmp/long.campaign"
campaign long
is 'changed bounds: the trials run with the new bounds' \
  "$status/$(grep -c 'max-states 100' "$tmp/out")" 0/1
done_testing
