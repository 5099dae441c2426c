#!/usr/bin/env bash
# heddle campaign --on slurm with Debian's Slurm: a controller and one node on this machine. A task
# is killed, the node is drained and taken down in the middle, and the gathering process is killed:
# the tables are those of a run without Slurm. Requires root; installs slurm-wlm if it is missing.
# timeout: 1800
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/slurm.sh

[ "$(id -u)" -eq 0 ] || { echo 'a controller and a node are begun as root'; exit 77; }
command -v slurmctld >/dev/null || tests/tools/setup.sh slurm-wlm munge >"$tmp/setup" 2>&1 ||
  { echo "slurm-wlm cannot be installed: $(tail -n 1 "$tmp/setup")"; exit 77; }

# ---- a cluster of one node ----
host=$(hostname -s)
cluster=$tmp/cluster
free_port() { # FROM: prints the first unused port
  local p=$1
  while (exec 3<>"/dev/tcp/127.0.0.1/$p") 2>/dev/null; do p=$((p + 1)); done
  echo "$p"
}
begin_munge() {
  munge -n >/dev/null 2>&1 && return
  mkdir -p /run/munge
  [ -f /etc/munge/munge.key ] || mungekey -c
  chown -R munge:munge /etc/munge /run/munge /var/lib/munge /var/log/munge
  su -s /bin/sh munge -c "munged --pid-file /run/munge/heddle-test.pid"
}
begin_cluster() {
  local control
  mkdir -p "$cluster/state" "$cluster/spool"
  control=$(free_port 16817)
  cat >"$cluster/slurm.conf" <<X
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$control
SlurmdPort=$(free_port $((control + 1)))
AuthType=auth/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_min_interval=100000,sched_interval=2
ReturnToService=2
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
X
  export SLURM_CONF=$cluster/slurm.conf
  slurmctld && sleep 1 && slurmd
}
end_cluster() {
  local f
  for f in "$cluster/slurmd.pid" "$cluster/slurmctld.pid" /run/munge/heddle-test.pid; do
    [ ! -f "$f" ] || kill "$(cat "$f")" 2>/dev/null
  done
}
idle() { sinfo -h -o %T 2>/dev/null | grep -q idle; }
trap end_cluster EXIT
trap 'exit 143' TERM
begin_munge
begin_cluster
if wait_until 60 idle; then ok 'the node is up'; else
  not_ok 'the node starts' "$(tail -n 5 "$cluster"/*.log)"
  exit 1
fi
export HEDDLE_SLURM_POLL=1

# ---- the same table as without Slurm ----
campaign_file here 'seeds 1..60' <<'X'
technique PFSM; search guided; heuristic pfsm
technique Random; search guided; heuristic random
X
campaign here
is 'on this machine: succeeds' "$status" 0
cp "$tmp/here.campaign" "$tmp/there.campaign"
campaign there --on slurm --tasks 2
is 'on Slurm: succeeds' "$status" 0
is 'on Slurm: the figures are those of this machine' "$(figures there)" "$(figures here)"
campaign here --on slurm --partition nowhere --again
is 'a refused submission is reported' "$status $(cat "$tmp/err")" \
  '3 heddle: sbatch failed: Batch job submission failed: Invalid partition name specified'
campaign here

# ---- long tasks, one of which is killed; then the node goes down and is drained ----
campaign_file slow 'seeds 1..24; time 1.5; states 0' <<'X'
technique DFS; search dfs; sequence none
table T; show density
X
sed -i '/(3,1)/d; s/args 2 1/args 9 1/' "$tmp/slow.campaign"
cat "$tmp/here.campaign" >"$tmp/hard.campaign"
sed -i 's/args 3 1/args 4 1/; s/(3,1)/(4,1)/; s/^seeds.*/seeds 1..60/' "$tmp/hard.campaign"
cp "$tmp/hard.campaign" "$tmp/hit.campaign"
campaign hard
is 'without Slurm: succeeds' "$status" 0
running() { squeue -h -t R -o %A | grep -q .; }
start hit --on slurm --tasks 2 --resubmit 5
wait_until 120 has_lines hit 8
task=$(scontrol listpids 2>/dev/null | awk 'NR > 1 && $1 > 0 { print $1; exit }')
kill -KILL "$task"
wait_until 60 grep -q 'was lost (FAILED)' "$tmp/err"
wait_until 60 running
scontrol update NodeName="$host" State=down Reason=test
wait_until 60 grep -q 'was lost (NODE_FAIL)' "$tmp/err"
scontrol update NodeName="$host" State=resume 2>/dev/null
wait_until 60 running
scontrol update NodeName="$host" State=drain Reason=test
sleep 3
is 'drained: it waits' "$(kill -0 $pid && echo yes)" yes
scontrol update NodeName="$host" State=resume 2>/dev/null
wait $pid
is 'a task killed, the node down, then drained: succeeds' $? 0
is 'a task killed, the node down, then drained: the figures are those without Slurm' \
  "$(figures hit)" "$(figures hard)"
has 'a task killed: reported' 'was lost (FAILED)' "$tmp/err"
has 'the node down: reported' 'was lost (NODE_FAIL)' "$tmp/err"

# ---- a task exceeds its time ----
cp "$tmp/slow.campaign" "$tmp/late.campaign"
sed -i 's/seeds 1..24; time 1.5/seeds 1; time 300/' "$tmp/late.campaign"
SBATCH_TIMELIMIT=0:05 campaign late --on slurm --resubmit 0
is 'out of time: the task is given up and reported' \
  "$status $(grep -cE 'was lost .(TIMEOUT|CANCELLED|FAILED).' "$tmp/err")" '4 1'

# ---- the gathering process is killed ----
cp "$tmp/slow.campaign" "$tmp/killed.campaign"
start killed --on slurm --tasks 2
wait_until 120 has_lines killed 3
kill -KILL $pid
wait $pid 2>/dev/null
wait_until 60 has_lines killed 6
job=$(squeue -h -o %F | sort -u)
campaign killed --on slurm --tasks 2
is 'killed: the same command resumes' "$status" 0
is 'killed: nothing is submitted again' "$(grep -c submitted "$tmp/err")" 0
is 'killed: its job was there' "$([ -n "$job" ] && echo yes)" yes
is 'killed: all trials are counted' "$(csv killed density 'TwoStage(2,1)' DFS trials)" 24

# ---- interrupted ----
start slow --on slurm --tasks 2
wait_until 120 has_lines slow 2
kill -INT $pid
wait $pid
is 'interrupted: exit status' $? 130
no_jobs() { [ -z "$(squeue -h -t R,PD)" ]; }
if wait_until 40 no_jobs; then ok 'interrupted: the job is gone'; else
  not_ok 'interrupted: the job is gone' "$(squeue)"
fi
campaign slow --on slurm --tasks 2
is 'interrupted: the campaign resumes' \
  "$status $(csv slow density 'TwoStage(2,1)' DFS trials)" '0 24'

# ---- environments ----
answer() { sed -E 's/[0-9.]+ s(, [0-9]+ MB)?$//' "$tmp/$1"; }
words=(--restart fixed --unit 2000t --runs 30 -cp "$HEDDLE_JAVA/verdicts" java.util.ArrayDeque)
"$HEDDLE" env "${words[@]}" >"$tmp/env.here" 2>/dev/null
here=$?
(cd "$tmp" && "$HEDDLE" env --on slurm --tasks 2 "${words[@]}" >"$tmp/env.there" 2>"$tmp/err")
is 'environments: exit status' $? $here
is 'environments: the answer is that of this machine' "$(answer env.there)" "$(answer env.here)"
done_testing
