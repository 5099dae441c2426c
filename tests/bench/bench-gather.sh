#!/usr/bin/env bash
# Measures how many outcomes per second the gathering process of heddle campaign --on slurm can
# store. TASKS (the second argument) simulated tasks write TRIALS (the first argument) outcomes to
# files, as real tasks write them to a shared folder; the gathering process stores them in the
# database.
# usage: HEDDLE=build/heddle tests/bench/bench-gather.sh [TRIALS [TASKS]]
set -eu
cd "$(dirname "$0")/../.."
trials=${1:-100000} tasks=${2:-250}
HEDDLE=$(realpath "${HEDDLE:-build/heddle}")
HEDDLE_SAMPLES=${HEDDLE_SAMPLES:-$PWD/build/samples}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/bin"

export OUTCOME='{"verdict":0,"states":77777,"transitions":99999,"instructions":123456'
OUTCOME+=',"revisits":12,"backtracks":3,"peak_kb":23456,"depth":33,"length":31,"switches":5'
OUTCOME+=',"seconds":0.012345678,"reason":"","property":"exception"'
OUTCOME+=',"kind":"java.lang.RuntimeException"'
OUTCOME+=',"message":"bug found","location":"TwoStage$ReadThread.run(TwoStage.java:61)","h_rows":0'
OUTCOME+=',"h_columns":0,"h_bytes":0}'

# Writes a task's outcomes as fast as awk can. Slurm then reports that no task is left.
cat >"$tmp/bin/sbatch" <<'X'
#!/usr/bin/env bash
for word; do case $word in *.sh) base=${word%.sh} ;; esac; done
awk -v base="$base" -v outcome="$OUTCOME" '{
  file = base "-" (NR - 1) ".results"
  print "{\"begin\":{\"host\":\"n\",\"job\":\"1\"}}" >file
  split($0, part, /"|\]|\[/)
  n = split(part[8], seeds, ",")
  for (i = 1; i <= n; i++)
    printf "{\"cell\":\"%s\",\"seed\":%s,\"trial\":%s}\n", part[6], seeds[i], outcome >file
  print "{\"end\":true}" >file
  close(file)
}' "$base.tasks"
date +%s.%N >"${0%/*}/began"
echo 1
X
printf '#!/bin/sh\n' | tee "$tmp/bin/squeue" >"$tmp/bin/scancel"
chmod +x "$tmp"/bin/*
cat >"$tmp/b.campaign" <<X
seeds 1..$trials
property exception
subject TwoStage; class-path "$HEDDLE_SAMPLES/TwoStage"; main TwoStage; args 2 1
technique A; search dfs
table T; show density
X
TIMEFORMAT='%U %S'
export PATH=$tmp/bin:$PATH
{ time HEDDLE_SLURM_POLL=1 "$HEDDLE" campaign "$tmp/b.campaign" -o "$tmp/b" --on slurm \
  --tasks $(((tasks + 3) / 4)) >"$tmp/out" 2>"$tmp/err" || cat "$tmp/err" >&2; } 2>"$tmp/time"
end=$(stat -c %.Y "$tmp/b/trials.db")
cpu=$(tail -n 1 "$tmp/time" | tr ' ' +) from=$(cat "$tmp/bin/began")
awk -v n="$trials" -v k="$tasks" -v cpu="$cpu" -v from="$from" -v to="$end" 'BEGIN {
  split(cpu, c, "+")
  printf "%d outcomes of %d tasks in %.1f s, %.1f s of processor time: %d and %d a second\n", n, k,
    to - from, c[1] + c[2], n / (to - from), n / (c[1] + c[2]) }'
