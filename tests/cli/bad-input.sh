#!/usr/bin/env bash
# Bad input: the exit code, one line on standard error that names the bad input, and no output file
# left behind.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
classes=$HEDDLE_SAMPLES/TwoStage

# refused NAME STATUS WORD ARGS...: `heddle ARGS` must end with STATUS and print one line on
# standard error that contains WORD.
refused() {
  local name=$1 want=$2 word=$3 status lines
  shift 3
  rm -f "$tmp/out.htrace"
  "$HEDDLE" "$@" >"$tmp/out" 2>"$tmp/err"
  status=$?
  lines=$(grep -c . "$tmp/err")
  if [ $status -ne "$want" ]; then
    not_ok "$name" "exit status $status, want $want" "$(head -n 3 "$tmp/err")"
  elif ! grep -qF -- "$word" "$tmp/err"; then
    not_ok "$name" "'$word' is not named" "$(head -n 3 "$tmp/err")"
  elif [ "$want" -ne 2 ] && [ "$lines" -ne 1 ]; then
    not_ok "$name" "$lines lines" "$(head -n 5 "$tmp/err")"
  elif [ -e "$tmp/out.htrace" ]; then
    not_ok "$name" "left an output file"
  else
    ok "$name"
  fi
}

mkdir -p "$tmp/cut" "$tmp/empty" "$tmp/nomain"
head -c 300 "$classes/TwoStage.class" >"$tmp/cut/TwoStage.class"
echo 'this is no jar' >"$tmp/broken.jar"
printf 'TwoStage.java:17\nTwoStage.java:9999\n' >"$tmp/line.seq"
printf 'NoSuchClass.method:3\n' >"$tmp/class.seq"
printf 'not a trace\n' >"$tmp/bad.htrace"
cp "$classes/TwoStage\$Cell.class" "$tmp/nomain/"

refused 'main class not found' 3 NoSuchMain check -o "$tmp/out.htrace" -cp "$classes" NoSuchMain
refused 'empty class path' 3 TwoStage check -cp "$tmp/empty" TwoStage
refused 'class path entry missing' 3 nowhere check -cp "$tmp/nowhere" TwoStage
refused 'truncated class' 3 TwoStage check -o "$tmp/out.htrace" -cp "$tmp/cut" TwoStage
refused 'corrupt jar' 3 broken.jar check -cp "$tmp/broken.jar" TwoStage
refused 'no main method' 3 'TwoStage$Cell' check -cp "$tmp/nomain" 'TwoStage$Cell'
refused 'sequence: unknown line' 3 TwoStage.java:9999 check --search guided --seq "$tmp/line.seq" \
  -cp "$classes" TwoStage
refused 'sequence: unknown class' 3 NoSuchClass check --search guided --seq "$tmp/class.seq" \
  -cp "$classes" TwoStage
refused 'sequence: no file' 3 none.seq check --search guided --seq "$tmp/none.seq" -cp "$classes" \
  TwoStage
refused 'trace: no file' 3 none.htrace export "$tmp/none.htrace" --to text
refused 'trace: not a trace' 3 bad.htrace export "$tmp/bad.htrace" --to text -o "$tmp/out.htrace"
refused 'replay: not a trace' 3 bad.htrace replay "$tmp/bad.htrace" -cp "$classes" TwoStage
refused 'run: main class not found' 125 NoSuchMain run -cp "$classes" NoSuchMain
refused 'unknown option' 2 --no-such-option check --no-such-option -cp "$classes" TwoStage
refused 'unknown search' 2 sideways check --search sideways -cp "$classes" TwoStage
refused 'unknown heuristic' 2 hunch check --search guided --heuristic hunch -cp "$classes" TwoStage
refused 'unknown property' 2 beauty check --property beauty -cp "$classes" TwoStage
refused 'unknown reduction' 2 halves check --por halves -cp "$classes" TwoStage
# The message lists the valid names, before anything is started.
refused 'the message lists the searches' 2 \
  'there are dfs, bfs, random-dfs, bmc, random, guided, aimed, greedy-best-first, jrf, context-bounded, pct, fair-pct, pos, dpor' check --search sideways -cp "$tmp/nowhere" TwoStage
refused 'the message lists the heuristics' 2 \
  'there are pfsm, fsm, e-fca, random, prefer-threads, most-blocked, interleaving' check \
  --heuristic hunch -cp "$tmp/nowhere" TwoStage
refused 'the message lists the properties' \
  2 'there are deadlock, exception, race' check --property race,beauty \
  -cp "$tmp/nowhere" TwoStage
refused 'the message lists the reductions' \
  2 'there are full, sync, none' check --por halves -cp "$tmp/nowhere" \
  TwoStage
refused 'the message lists the ways to match' \
  2 'there are order, strict' replay --match somehow "$tmp/bad.htrace"
refused 'bad size' 2 --memory check --memory 12x -cp "$classes" TwoStage
refused 'size of zero' 2 --memory check --memory 0 -cp "$classes" TwoStage
refused 'heap too large' 2 256 check --heap 1g -cp "$classes" TwoStage
refused 'bad number' 2 --depth check --depth many -cp "$classes" TwoStage
refused 'sync without race' 2 sync check --por sync --property deadlock -cp "$classes" TwoStage
refused 'sleep sets with a bound on depth' \
  2 sleep-sets check --sleep-sets --depth 9 -cp "$classes" TwoStage
refused 'sleep sets with --shortest' 2 sleep-sets check --search bfs --sleep-sets --shortest \
  -cp "$classes" TwoStage
refused 'sleep sets in a search that omits choices' 2 sleep-sets check --search guided \
  --sleep-sets -cp "$classes" TwoStage
# Output may replace only a regular file (otherwise -o /dev/null would remove the device). The error
# is reported before the search begins.
mkfifo "$tmp/pipe"
"$HEDDLE" check -q -o "$tmp/good.htrace" --property exception -cp "$classes" TwoStage 1 1 \
  >"$tmp/out" 2>&1
for place in "$tmp/pipe" "$tmp/empty" "$tmp/nowhere/file" /dev/stdout; do
  case $place in
    *pipe|/dev/*) why='not a regular file, so it must not be replaced' ;;
    *empty) why='Is a directory' ;;
    *) why='No such file or directory' ;;
  esac
  refused "check -o ${place##*/}" 3 "heddle: $place: cannot write: $why" check -q -o "$place" \
    --property exception -cp "$classes" TwoStage 1 1
  refused "check --checkpoint ${place##*/}" 3 "heddle: $place: cannot write: $why" check -q \
    --checkpoint "$place" --max-states 1 -cp "$classes" TwoStage 1 1
  refused "replay -o ${place##*/}" 3 "heddle: $place: cannot write: $why" replay -q -o "$place" \
    "$tmp/good.htrace"
  refused "export -o ${place##*/}" 3 "heddle: $place: cannot write: $why" export --to text \
    -o "$place" "$tmp/good.htrace"
  refused "a trace to ${place##*/}" 3 "heddle: $place: cannot write: $why" export --to htrace \
    -o "$place" "$tmp/good.htrace"
  refused "record -o ${place##*/}" 3 "heddle: $place: cannot write: $why" record -q -o "$place" \
    -cp "$classes" TwoStage 1 1
done
if [ -p "$tmp/pipe" ]; then ok 'a pipe stays a pipe'; else not_ok 'a pipe stays a pipe'; fi
# An option that would be ignored is refused; the message names the options that it works with.
alone() { # OPTIONS|MESSAGE
  local options
  read -r -a options <<<"${1%|*}"
  refused "check ${1%|*}" 2 "heddle: ${1#*|}" check "${options[@]}" -cp "$classes" TwoStage 1 1
}
alone '--walks 3|--walks works only with the searches random, pct, fair-pct and pos, not with dfs'
alone '--walks 3 --shortest|--walks works only with the searches random, pct, fair-pct and pos, not with bfs'
alone '--search random --pct-depth 3|--pct-depth works only with the searches pct and fair-pct, not with random'
alone '--preemptions 1|--preemptions works only with the search context-bounded, not with dfs'
alone '--search bfs --jrf WF|--jrf works only with the search jrf, not with bfs'
alone '--heuristic random|--heuristic works only with the searches guided, aimed and greedy-best-first, not with dfs'
alone '--prefer main|--prefer works only with the searches guided, aimed and greedy-best-first, not with dfs'
alone '--search greedy-best-first --heuristic random --prefer main|--prefer works only with the heuristic prefer-threads'
alone '--search random --walks 3 --exact|--exact cannot be combined with --search random, which does not recognise states that it visited before'
alone '--search random --walks 3 --thread-symmetry|--thread-symmetry cannot be combined with --search random'
alone '--checkpoint-every 1|--checkpoint-every works only with --checkpoint'
alone '--source-path .|--source-path works only with --coverage'
alone '--property deadlock --race-rw|--race-rw works only with the property race'
alone '--property deadlock --trust x|--trust works only with the properties race and conflict'
alone '--search guided --heuristic random --position last|--position works only with the heuristics pfsm, e-fca and fsm'
alone '--backtrack 9|--backtrack works only with the searches guided and aimed, not with dfs'
alone '--property exception --benign x|--benign works only with the properties race and conflict'
alone '--property race --swallowed|--swallowed works only with the property exception'
refused 'explain: --walks with the wrong search' \
  2 '--walks works only with the searches random, pct, fair-pct and pos, not with dfs' explain \
  --walks 3 -cp "$classes" TwoStage 1 1
refused 'run: --source-path without --coverage' 2 '--source-path works only with --coverage' run \
  --source-path . \
  -cp "$classes" TwoStage 1 1
refused 'neither a command nor a class' 3 frobnicate frobnicate
refused 'no main class named' 2 main check -cp "$classes"
(
  unset JAVA_HOME
  PATH=$tmp/empty
  "$HEDDLE" check -cp "$classes" TwoStage >"$tmp/out" 2>"$tmp/err"
  echo $? >"$tmp/status"
)
if [ "$(cat "$tmp/status")" -eq 3 ] && grep -q JAVA_HOME "$tmp/err"; then
  ok 'a missing JDK is reported'
else
  not_ok 'a missing JDK is reported' "exit status $(cat "$tmp/status")" "$(head -n 3 "$tmp/err")"
fi
done_testing
