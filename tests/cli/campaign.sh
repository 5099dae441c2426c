#!/usr/bin/env bash
# heddle campaign: from the file to the tables and plots, with the same figures as heddle check;
# errors in files, databases and disks.
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/campaign.sh

# ---- from the file to the tables ----
campaign_file small 'seeds 1..3' <<'X'
technique PFSM; search guided; heuristic pfsm
technique Random; search guided; heuristic random
table "Both"; source "paper 000"; show density states time memory length
  paper states TwoStage(2,1) 11 22 33 44 55 66
plot times; kind time; title "Time to error"
plot lengths; kind length; rows TwoStage(2,1)
X
campaign small --jobs 2
is 'succeeds' "$status" 0
is 'only the tables are printed' "$(cat "$tmp/err")" \
  "$(command -v gnuplot >/dev/null || cat "$tmp/err")"
has 'density' 'TwoStage(2,1)   heddle      1.00  0.44-1.00' "$tmp/out"
has "the paper's figures beside ours" '|  | paper 000 | 11 | 22 |  | 33 | 44 | 55 |  | 66 |' \
  "$tmp/small/tables.md"
cmp -s "$tmp/out" "$tmp/small/tables.txt" && ok 'the tables are in the folder' ||
  not_ok 'the printed tables are also in the folder'
has 'Markdown' '| TwoStage(3,1) | heddle | ' "$tmp/small/tables.md"
least=
for seed in 1 2 3; do
  check_json "$tmp/check.json" --search guided --heuristic random --as-found --property exception \
    --seed $seed \
    --seq sample-traces/TwoStage/TwoStage.seq -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 3 1
  states=$(json_value "$tmp/check.json" states)
  [ -n "$least" ] && [ "$least" -le "$states" ] || least=$states
done
is 'the states are those of heddle check' "$(csv small states 'TwoStage(3,1)' Random min)" "$least"
cp "$tmp/small/tables.csv" "$tmp/first.csv"
campaign small --tables csv
cmp -s "$tmp/first.csv" "$tmp/out" && ok 'nothing is carried out twice' ||
  not_ok 'no trial is repeated'
campaign small --tables csv --report
cmp -s "$tmp/first.csv" "$tmp/out" && ok '--report' || not_ok '--report'
for option in --again --retry '--jobs 2'; do
  # shellcheck disable=SC2086 # words are meant to be split
  campaign small --report $option
  is "--report and $option" "$status $(cat "$tmp/err")" \
    "2 heddle: ${option% *} cannot be combined with --report, which carries out no trials"
done
campaign small --tables csv --report
cmp -s "$tmp/first.csv" "$tmp/out" && ok 'the trials are still there' ||
  not_ok 'the trials are kept'
sed -i 's/^seeds.*/seeds 2..5/' "$tmp/small.campaign"
campaign small --report
is 'more seeds: not complete' "$status" 4
has 'more seeds: unfinished trials are counted' '; 2 not done (*)' "$tmp/out"
if command -v gnuplot >/dev/null; then
  for plot in times lengths; do
    is "$plot.png" "$(head -c 4 "$tmp/small/$plot.png" | tail -c 3)" PNG
    has "$plot.svg" '<svg' "$tmp/small/$plot.svg"
  done
else
  skip 'plots' 'no gnuplot'
fi
env PATH=/nowhere "$HEDDLE" campaign "$tmp/small.campaign" -o "$tmp/small" >"$tmp/out" 2>"$tmp/err"
is 'without gnuplot: succeeds' $? 0
is 'without gnuplot: one line is printed' \
  "$(grep -c 'gnuplot is not installed' "$tmp/err")/$(wc -l <"$tmp/err")" 1/1

# ---- trials that found nothing, with the reason ----
campaign_file cut 'seeds 1..2; states 50' <<'X'
technique DFS; search dfs; sequence none
X
campaign cut
is 'incomplete trials: succeeds' "$status" 0
has 'incomplete trials are counted' \
  'TwoStage(3,1), DFS: 0 of 2 trials found the error; 2: max-states 50' "$tmp/out"

# ---- methods of the JDK as single steps ----
cat >"$tmp/steps.campaign" <<X
seeds 1; search dfs; property exception
subject Map; class-path "$HEDDLE_JAVA/verdicts"; main SafePutIfAbsent
technique Every
technique Steps; contracts on
technique Off; contracts off
table T; show states
X
campaign steps
is 'contracts: succeeds' "$status" 0
check_json "$tmp/check.json" --search dfs --contracts --property exception \
  -cp "$HEDDLE_JAVA/verdicts" SafePutIfAbsent
states_of() { # TECHNIQUE: prints the states of its only trial
  awk -v t="$1" '{ for (i = 1; i < NF; i++) if ($i == t) print $(i + 1) }' "$tmp/out"
}
steps=$(json_value "$tmp/check.json" states)
every=$(states_of Every)
is 'contracts: the states are those of heddle check' \
  "$(states_of Steps) $(states_of Off)" "$steps $every"
is 'contracts: fewer states' "$([ "$steps" -lt "$every" ] && echo yes)" yes
rests='no error, taking [0-9]+ methods? of the JDK as one step each'
is 'contracts: the tables say that results rest on contracts' \
  "$(grep -cE "Steps .* $rests *\$" "$tmp/out")" 1
is 'contracts: the tables do not say so of other techniques' \
  "$(grep -cE '(Every|Off) .* no error *$' "$tmp/out")" 2
sed -i 's/^seeds 1/seeds 1..2/' "$tmp/steps.campaign"
campaign steps
is 'contracts: a table of several trials says so too' \
  "$(grep -cE "Map, Steps: 0 of 2 .*; 2: $rests" "$tmp/out")" 1
# Contracts that the user has verified are among the inputs of a trial.
XDG_DATA_HOME=$tmp/data campaign steps --report
is 'contracts: without a file of the user, trials are reused' "$status" 0
mkdir -p "$tmp/data/heddle" && echo '' >"$tmp/data/heddle/contracts.jsonl"
XDG_DATA_HOME=$tmp/data campaign steps --report
is 'contracts: with other contracts, trials must be repeated' \
  "$status $(grep -c 'Steps.*2 not done' "$tmp/out")" '4 1'
campaign_file bad 'contracts maybe' <<<'technique A'
campaign bad
is 'contracts: a value other than on and off is refused' "$status $(grep -c \
  "bad value 'maybe' for contracts: on|off (there are off, on)" "$tmp/err")" '3 1'

campaign_file slow 'seeds 1; time 0.1; states 0' <<'X'
  configuration (8,1); args 8 1
technique DFS; search dfs; sequence none
table T; rows TwoStage(8,1); show density time
X
campaign slow
has 'a trial that reaches the time limit is listed' 'TwoStage(8,1)   DFS' "$tmp/out"
is 'the limit that ended the trial is named' "$(grep -c 'DFS .* time 0.1 s$' "$tmp/out")" 1

# ---- mistakes: exit status, one line with the place ----
refused() { # NAME STATUS TEXT CAMPAIGN OPTION...
  local name=$1 want=$2 text=$3
  shift 3
  campaign "$@"
  if [ "$status" -eq "$want" ] && [ "$(wc -l <"$tmp/err")" -eq 1 ] &&
    grep -qF -- "$text" "$tmp/err"; then ok "$name"; else
    not_ok "$name" "exit status $status, want $want, and '$text'" "$(head -n 3 "$tmp/err")"
  fi
}
campaign_file bad 'search no-such' <<<'technique A'
refused 'unknown strategy' 3 \
  "bad.campaign:2: bad value 'no-such' for search: NAME (there are dfs, " bad
campaign_file bad 'seeds 1' <<<'technique A; search guided; heuristic best'
refused 'unknown heuristic' 3 'bad.campaign:10: ' bad
campaign_file bad 'seeds 1' <<<'table T; rows Nobody'
refused 'unknown subject' 3 "bad.campaign:10: there is no subject or configuration 'Nobody'" bad
campaign_file bad 'main NoSuchMain' <<<'technique A'
sed -i '/main TwoStage/s/; main TwoStage//' "$tmp/bad.campaign"
refused 'unknown main class' 3 'bad.campaign:8: TwoStage(2,1): ' bad
campaign_file bad 'sequence none' <<<'technique A; search guided'
sed -i '/^  sequence/d' "$tmp/bad.campaign"
refused 'guided without a sequence' 2 'bad.campaign:9: TwoStage(2,1) with A: ' bad
refused 'no such file' 3 'nothing.campaign: No such file' nothing
"$HEDDLE" campaign >"$tmp/out" 2>&1
is 'no file argument is refused' $? 2
campaign_file fine 'seeds 1' <<<'technique A; search guided'
refused 'jobs' 2 "bad value 'many' for --jobs" fine --jobs many
echo 'some other file' >"$tmp/occupied"
refused 'the results folder is a file' 3 'occupied' fine -o "$tmp/occupied"
mkdir "$tmp/foreign" &&
  printf 'a text that is no database, and longer than a header of one is, which has a hundred bytes: so much.' >"$tmp/foreign/trials.db"
cp "$tmp/fine.campaign" "$tmp/foreign.campaign"
refused 'a foreign file' 3 'foreign/trials.db: not a database of a campaign' foreign
is 'a foreign file is left unchanged' "$(head -c 6 "$tmp/foreign/trials.db")" 'a text'
cp "$tmp/small.campaign" "$tmp/damaged.campaign"
cp -r "$tmp/small" "$tmp/damaged"
dd if=/dev/urandom of="$tmp/damaged/trials.db" bs=1024 seek=5 count=6 conv=notrunc 2>/dev/null
refused 'a damaged database' 3 'damaged/trials.db: the database is damaged' damaged
campaign fine >/dev/null
"$HEDDLE" campaign "$tmp/fine.campaign" -o "$tmp/fine" >/dev/full 2>"$tmp/err"
is 'a full standard output is reported' "$?/$(grep -c 'standard output: No space' "$tmp/err")" 3/1

# ---- a full disk: on a small file system of the test, where mounting is allowed ----
full_disk() {
  mkdir -p "$tmp/disk" && mount -t tmpfs -o size=320k tmpfs "$tmp/disk" || return 77
  timeout 60 "$HEDDLE" campaign "$tmp/full.campaign" -o "$tmp/disk" >"$tmp/out" 2>"$tmp/err"
  echo $? >"$tmp/full.status"
  cp "$tmp/disk/trials.db" "$tmp/full.db"
  [ ! -e "$tmp/disk/trials.db-wal" ] || cp "$tmp/disk/trials.db-wal" "$tmp/full.db-wal"
}
campaign_file full 'seeds 1..2000' <<<'technique A; search guided'
export -f full_disk
export tmp
if unshare -rm true 2>/dev/null && unshare -rm bash -c full_disk 2>/dev/null; then
  is 'full disk: exit status' "$(cat "$tmp/full.status")" 3
  is 'full disk: reported in one line' \
    "$(grep -c 'no space left on the disk' "$tmp/err")/$(wc -l <"$tmp/err")" 1/1
  mkdir "$tmp/rescued"
  mv "$tmp/full.db" "$tmp/rescued/trials.db"
  [ ! -e "$tmp/full.db-wal" ] || mv "$tmp/full.db-wal" "$tmp/rescued/trials.db-wal"
  sed -i 's/^seeds.*/seeds 1..20/' "$tmp/full.campaign"
  cp "$tmp/full.campaign" "$tmp/rescued.campaign"
  campaign rescued --report
  is 'full disk: earlier trials are kept' \
    "$status/$(csv rescued density 'TwoStage(2,1)' A trials)" 4/20
else
  skip 'full disk' 'no file system can be mounted here'
fi
done_testing
