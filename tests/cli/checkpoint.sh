#!/usr/bin/env bash
# A search that is stopped or killed resumes from its checkpoint and ends as if it had never
# stopped: same verdict, states and counterexample. An unusable checkpoint is refused with a clear
# message, and a checkpoint file always contains either the new or the previous checkpoint
# completely.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/checkpoint.sh
tmp=$TEST_TMP
samples=$HEDDLE_SAMPLES
stages=(--property 'exception,deadlock' -cp "$samples/TwoStage")

# ---- stopped repeatedly by --max-states: every strategy, a program with an error and its corrected
# twin ----
printf '%s\n' TwoStage.produce:17 TwoStage.consume:34 >"$tmp/marks"
printf '%s\n' TwoStageFixed.produce:17 TwoStageFixed.consume:34 >"$tmp/marks.fixed"
# (the strategy, and the states per piece for the program with the error and for its twin)
for row in 'dfs|110|400' 'bfs|140|400' 'random-dfs|50|400' 'bmc --depth 30|110|400' \
  'context-bounded|140|900' \
  'jrf --property race,exception|500|1000' 'dfs --sleep-sets|90|100' 'bfs --sleep-sets|90|100' \
  'random --walks 200|300|1500' 'greedy-best-first --heuristic random|100|1000' \
  'greedy-best-first --seq marks|20|1000' 'guided --heuristic random --seq marks|400|900' \
  'guided --seq marks|20|1000'; do
  IFS='|' read -r search few many <<<"$row"
  read -r -a search <<<"$search"
  name="${search[0]} ${search[2]-}"
  search=("${search[@]/%marks/"$tmp/marks"}")
  resumes "$few" "$name: an error" "${stages[@]}" --search "${search[@]}" TwoStage 2 1
  resumes "$many" "$name: corrected" "${stages[@]}" --search "${search[@]/%marks/marks.fixed}" \
    TwoStageFixed 2 1
done
resumes 400 'with all errors' "${stages[@]}" --all-errors TwoStage 2 1
# (The states after an error belong to no search, although guided search scores the error's state
# and may choose it.)
resumes 400 'guided, with all errors' "${stages[@]}" --all-errors --search guided \
  --seq "$tmp/marks" TwoStage 2 1
resumes 400 'with outcomes' "${stages[@]}" --outcomes --search bfs TwoStage 2 1
resumes 400 'with whole states' "${stages[@]}" --exact TwoStageFixed 2 1
resumes 200 'with symmetric threads' "${stages[@]}" --thread-symmetry --search bfs TwoStageFixed 2 1
resumes 4000 'with library code' --property deadlock,race -cp "$HEDDLE_JAVA/verdicts" \
  SafeBlockingQueue
resumes 400 'pct' "${stages[@]}" --search pct --seed 7 --pct-depth 2 TwoStage 3 1
resumes 1000 'with sleep sets and library code' --property deadlock,race --sleep-sets \
  --search random-dfs -cp "$HEDDLE_JAVA/verdicts" SafeBlockingQueue
resumes 300 'with older values of the variables that have races' --stale-reads racy \
  --property exception -cp "$HEDDLE_JAVA/litmus" IriwPlain
resumes 4 'with a path that was cut' --try 0 -cp "$HEDDLE_JAVA/verdicts" SoundUnsupportedBranch
resumes 3 'with a call of System.gc() on the first paths' -cp "$HEDDLE_JAVA/verdicts" CollectsOnce
resumes 4 'with given values' -cp "$HEDDLE_JAVA/verdicts" DataVerify sum

# ---- stopped inside a transition: the whole transition is executed again ----
long=(--property deadlock -cp "$HEDDLE_JAVA/verdicts" SoundBusyWait)
check_text whole "${long[@]}"
want=$?
from=() trouble=''
for steps in 300 1617 3001 1000000000; do
  check_text pieces "${from[@]}" --checkpoint "$tmp/steps.ckpt" --max-steps $steps "${long[@]}"
  status=$?
  from=(--resume "$tmp/steps.ckpt")
done
as_in_one_go 'stopped inside transitions' $want pieces

# (When a walk is stopped inside a transition, it has already made its random choice.)
for search in random pct fair-pct pos; do
  walks=(--property deadlock --search $search -cp "$HEDDLE_JAVA/verdicts" SoundBusyWait)
  check_text whole --max-steps 200000 "${walks[@]}"
  want=$? from=() trouble=''
  for steps in 300 1617 3001 77777 200000; do
    check_text pieces "${from[@]}" --checkpoint "$tmp/steps.ckpt" --max-steps $steps "${walks[@]}"
    status=$?
    from=(--resume "$tmp/steps.ckpt")
  done
  sed -i '/^  go on from here/d' "$tmp/pieces.out"
  as_in_one_go "$search: stopped inside transitions" $want pieces
done

# ---- code that was reached before a checkpoint counts as reached ----
check_text whole --coverage "$tmp/whole.lcov" "${stages[@]}" TwoStageFixed 2 1
want=$?
in_pieces 400 --coverage "$tmp/pieces.lcov" "${stages[@]}" TwoStageFixed 2 1
cmp -s "$tmp/whole.lcov" "$tmp/pieces.lcov" || trouble="$trouble other lines"
as_in_one_go "with coverage, $pieces pieces" $want pieces

# ---- stopped by signals, by --time and by --memory ----
big=(--por none --property deadlock -cp "$samples/Philosophers" PhilosophersFixed 4)
# (A shell's background jobs ignore interrupts, and heddle keeps ignoring a signal that is ignored
# at its start.)
start() { # ARGS...: starts heddle in the background; sets pid
  env --default-signal=INT "$HEDDLE" check -q "$@" >"$tmp/raw" 2>"$tmp/err" </dev/null &
  pid=$!
}
wait_for() { # FILE
  local i
  for ((i = 0; i < 400; i++)); do [ -s "$1" ] && return; sleep 0.01; done
}
goes_on() { # NAME: resumes from $tmp/c and runs to the end
  check_text pieces --resume "$tmp/c" "${search[@]}" "${big[@]}"
  status=$?
  as_in_one_go "$1" $want pieces
}
for row in 'dfs|INT KILL' 'bfs|TERM KILL'; do
  s=${row%|*}
  search=(--search "$s")
  check_text whole "${search[@]}" "${big[@]}"
  want=$? trouble=
  is "$s: uninterrupted: exit status" $want 0
  for signal in ${row#*|}; do
    rm -f "$tmp/c"
    start --checkpoint "$tmp/c" --checkpoint-every 0.02 "${search[@]}" "${big[@]}"
    wait_for "$tmp/c"
    sleep 0.02
    kill -$signal $pid
    wait $pid 2>/dev/null
    is "$s, SIG$signal: exit status" $? $((128 + $(kill -l $signal)))
    goes_on "$s: after SIG$signal"
  done
  "$HEDDLE" check -q --json --time 0.05 --checkpoint "$tmp/c" "${search[@]}" "${big[@]}" \
    >"$tmp/time.json"
  is "$s, --time: the checkpoint is reported" \
    "$? $(json_value "$tmp/time.json" reason) $(json_value "$tmp/time.json" file)" \
    "4 time 0.05 s $tmp/c"
  goes_on "$s: after --time"
  "$HEDDLE" check -q --json --memory 256k --checkpoint "$tmp/c" "${search[@]}" "${big[@]}" \
    >"$tmp/memory.json"
  is "$s, --memory: the frontier is reported" "$? $(json_value "$tmp/memory.json" reason)" \
    "4 memory 256 kB, with $(json_value "$tmp/memory.json" frontier) left to try"
  goes_on "$s: after --memory"
done
# No checkpoint is written before it is due, nor at the end of a search that ends by itself.
rm -f "$tmp/c"
"$HEDDLE" check -q --checkpoint "$tmp/c" "${stages[@]}" TwoStageFixed 2 1 >/dev/null
is 'a search that ends by itself leaves no checkpoint' \
  "$? $(find "$tmp" -name 'c' -o -name 'c.part')" '0 '

# ---- checkpoints of another search ----
cp -r "$samples/TwoStage" "$tmp/classes"
program=(-cp "$tmp/classes" TwoStage 2 1)
"$HEDDLE" check -q --checkpoint "$tmp/c" --max-states 100 --property exception --depth 50 \
  "${program[@]}" >/dev/null
refused() { # NAME WANTED-STATUS MESSAGE ARGS...: the error is reported before the search begins
  local name=$1 want=$2 message=$3
  shift 3
  "$HEDDLE" check -q "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
  is "$name" "$? $(cat "$tmp/out" "$tmp/err")" "$want heddle: $message"
}
other() { # NAME WHAT ARGS...
  local name=$1 what=$2
  shift 2
  refused "$name" 2 "$tmp/c: the checkpoint belongs to another $what" --resume "$tmp/c" "$@"
}
same=(--property exception --depth 50)
other 'another seed' 'search: --seed was 1 and is 2' "${same[@]}" --seed 2 "${program[@]}"
other 'another property' 'search: --property was exception and is deadlock' --property deadlock \
  --depth 50 "${program[@]}"
other 'coverage' 'search: --coverage was not given and is on' "${same[@]}" --coverage "$tmp/lcov" \
  "${program[@]}"
other 'sleep sets instead of a bound on depth' 'search: --depth was 50 and is 0' \
  --property exception --sleep-sets "${program[@]}"
other 'another strategy' 'search: --search was dfs and is bfs' "${same[@]}" --search bfs \
  "${program[@]}"
other 'another argument' 'search: argument 2 was 1 and is 3' "${same[@]}" -cp "$tmp/classes" \
  TwoStage 2 3
other 'another class' 'search: the main class was TwoStage and is TwoStageFixed' "${same[@]}" \
  -cp "$tmp/classes" TwoStageFixed 2 1
other 'a property of the program' 'search: system property 1 was not given and is a=b' \
  "${same[@]}" -Da=b "${program[@]}"
printf abc >"$tmp/input"
"$HEDDLE" check -q --resume "$tmp/c" "${same[@]}" --stdin "$tmp/input" "${program[@]}" >"$tmp/out" \
  2>"$tmp/err"
is 'another input' "$? $(sed 's/[0-9]*$//' "$tmp/err")" \
  "2 heddle: $tmp/c: the checkpoint belongs to another search: the hash of the standard input was not given and is "
rm "$tmp/classes/TwoStage\$Cell.class"
other 'a class that is gone' 'program: the class TwoStage$Cell is missing' "${same[@]}" \
  "${program[@]}"
"$JAVAC" -g:none -d "$tmp/classes" sample-traces/TwoStage/TwoStage.java
other 'classes compiled anew' 'program: the class TwoStage has changed' "${same[@]}" "${program[@]}"
cp "$samples"/TwoStage/*.class "$tmp/classes"
"$HEDDLE" check -q --resume "$tmp/c" "${same[@]}" "${program[@]}" >/dev/null
is 'the original classes are accepted again' $? 1

# ---- files that are not checkpoints, or are incomplete ----
bad() { # NAME MESSAGE
  refused "$1" 3 "$tmp/bad: $2" --resume "$tmp/bad" "${same[@]}" "${program[@]}"
}
size=$(stat -c %s "$tmp/c")
: >"$tmp/bad" && bad 'an empty file' 'not a checkpoint of heddle'
cp "$samples/TwoStage/TwoStage.class" "$tmp/bad" &&
  bad 'a foreign file' 'not a checkpoint of heddle'
head -c 20 "$tmp/c" >"$tmp/bad" &&
  bad 'cut off in the header' 'the checkpoint is cut off (in its header)'
head -c $((size - 1)) "$tmp/c" >"$tmp/bad" &&
  bad 'cut off by a byte' 'the checkpoint is cut off (in block 6)'
head -c $((size / 2)) "$tmp/c" >"$tmp/bad"
"$HEDDLE" check -q --resume "$tmp/bad" "${same[@]}" "${program[@]}" >"$tmp/out" 2>"$tmp/err"
is 'cut off in the middle' "$? $(grep -c 'the checkpoint is cut off' "$tmp/err")" '3 1'
{
  cat "$tmp/c"
  echo
} >"$tmp/bad" && bad 'something behind its end' 'the checkpoint is damaged (its end)'
wrong='' changed=0
for ((at = 0; at < size; at += size / 5 + 1)); do
  changed=$((changed + 1))
  cp "$tmp/c" "$tmp/bad"
  printf '\252' | dd of="$tmp/bad" bs=1 seek=$at conv=notrunc status=none
  cmp -s "$tmp/c" "$tmp/bad" && printf '\125' |
    dd of="$tmp/bad" bs=1 seek=$at conv=notrunc status=none
  "$HEDDLE" check -q --resume "$tmp/bad" "${same[@]}" "${program[@]}" >"$tmp/out" 2>"$tmp/err"
  [ "$? $(cat "$tmp/out") $(grep -cE 'the checkpoint is (damaged|cut off)|not a checkpoint' \
    "$tmp/err")" = '3  1' ] || wrong="$wrong $at"
done
is 'a changed byte is noticed' "$changed:$wrong" 5:
bad_name=$tmp/nowhere
refused 'no file' 3 "$bad_name: cannot read: No such file or directory" --resume "$bad_name" \
  "${same[@]}" "${program[@]}"
refused 'no folder' 3 "$bad_name/c: cannot write: No such file or directory" \
  --checkpoint "$bad_name/c" "${same[@]}" "${program[@]}"

# ---- a full disk: the last checkpoint is kept ----
cp "$tmp/c" "$tmp/before"
(
  trap '' XFSZ
  ulimit -f 2
  exec "$HEDDLE" check -q --resume "$tmp/before" --checkpoint "$tmp/c" --max-states 190 \
    "${same[@]}" "${program[@]}"
) >"$tmp/out" 2>"$tmp/err"
is 'full disk: exit status' $? 3
is 'full disk: the verdict is printed' "$(head -n 1 "$tmp/out")" 'inconclusive: max-states 190'
is 'full disk: the failure is reported' "$(cat "$tmp/err")" \
  "heddle: $tmp/c: cannot write: File too large; the last checkpoint is unchanged"
if cmp -s "$tmp/c" "$tmp/before"; then ok 'no room: it does'; else not_ok 'no room: it does'; fi

# ---- options that cannot be combined with checkpoints ----
refused 'JUnit' 2 '--checkpoint cannot be combined with --junit, which runs many searches' \
  --checkpoint "$tmp/c" --junit TwoStage
refused "heddle's own input" 2 '--checkpoint cannot be combined with --stdin -: give the input as a file' \
  --checkpoint "$tmp/c" --stdin - "${program[@]}"
done_testing
