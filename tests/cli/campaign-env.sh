#!/usr/bin/env bash
# heddle campaign on components: the trials are those of heddle env. Tests tables of means with the
# paper's figures and the order of techniques, distributions as text, --full, and errors in files.
# Also checks that the campaign of the paper on environments is valid.
# timeout: 600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/campaign.sh
classes=$HEDDLE_JAVA/components
# figure NAME MEASURE TECHNIQUE COLUMN: prints heddle's figure for AccountDatabase.
figure() {
  awk -F, -v m="$2" -v t="$3" -v c="$4" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    $2 == m && $3 == "AccountDatabase" && $4 == t && $5 == "heddle" { v = $at[c] }
    END { print v }' "$tmp/$1/tables.csv"
}
env_file() { # NAME SETTING, and standard input
  {
    printf '%s\n' "$2" "subject AccountDatabase; class-path \"$classes\"; component AccountDatabase"
    cat
  } >"$tmp/$1.campaign"
}

# ---- the trials are those of heddle env ----
env_file small 'seeds 1..5; property race; search dfs; time 20' <<'X'
technique Universal; env universal; states 3000; seeds 1..2
technique Random; states 20000
technique Luby; restart luby; unit 10000t
table "Two"; form means; interval 90; over found none cut; columns Universal Random
  show time transitions; source "paper 002"
  paper time AccountDatabase - - 921+-121 1040+-802 12420+-8861 -
table "Six"; form means; source "paper 002"; show time environments
  group "Univ env" all Universal
  group "Restarts" found Random Luby
  paper time AccountDatabase 921+-121 152+-46
table "Luby"; columns Luby; show density transitions memory environments
table "Random"; columns Random; show density transitions
plot ends; kind ends; columns Random Luby
X
campaign small --jobs 2
is 'succeeds' "$status $(grep -v gnuplot "$tmp/err")" '0 '
is 'restarts find the error with every seed' "$(figure small density Luby density)" 1
is 'one environment finds the error only with some seeds' \
  "$(figure small density Random density | awk '$1 > 0 && $1 < 1')" \
  "$(figure small density Random density)"
least='' most=''
for seed in 1 2 3 4 5; do
  "$HEDDLE" env -q --json --seed $seed --property race --env random --restart luby --unit 10000t \
    --order drawn -j 1 --as-found -cp "$classes" AccountDatabase >"$tmp/env.json"
  n=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["restarts"]["transitions"])' \
    "$tmp/env.json")
  [ -n "$least" ] && [ "$least" -le "$n" ] || least=$n
  [ -n "$most" ] && [ "$most" -ge "$n" ] || most=$n
done
is 'the transitions are those of heddle env' \
  "$(figure small transitions Luby min) $(figure small transitions Luby max)" \
  "$least $most"
is 'each seed has its own environments' "$([ "$least" != "$most" ] && echo others)" others
is 'a trial has several environments' \
  "$(figure small environments Luby max | awk '$1 > 1 { print "yes" }')" yes

# ---- tables of means ----
line() { # TEXT in the table of the title $title
  awk -v t="$title" '$0 == t { on = 1; next } on && /^[A-Z][a-z]*$/ { exit } on' "$tmp/out" |
    tr -s ' ' | grep -F -- "$1"
}
title=Two
is 'an incomplete search of a universal environment is counted' \
  "$(line ' cut 2 ' | grep -c '921 +- 121')" 1
is '... and the reason is printed' "$(line 'AccountDatabase, Universal:')" \
  ' AccountDatabase, Universal: 2 cut by: max-states 3000'
is 'trials with and without the error are counted' \
  "$(line 'no error' | tail -n 1 | grep -c '12420 +- 8861')" 1
is 'the confidence interval is named' "$(line '90 % confidence' | wc -l)" 1
title=Six
is 'the best technique of a group is named' \
  "$(line Restarts | head -n 1 | grep -cE 'Restarts (Random|Luby) error')" 1
is 'the order of techniques is printed beside that of the paper' \
  "$(line 'AccountDatabase: ' | grep -c 'the order of paper 002\|; in paper 002 Restarts < Univ')" 1

# ---- distributions ----
is 'the distribution is drawn up to the last trial' \
  "$(grep -c '  1.00  ####' "$tmp/small/ends.txt")" \
  "$(grep -c '  1.00  ' "$tmp/small/ends.txt")"
is '... for each technique' "$(grep -c 'of 5 trials' "$tmp/small/ends.txt")" 2
is '... and rises' "$(awk '/trials$/ { last = 0 } / s  / { if ($3 < last) print; last = $3 }' \
  "$tmp/small/ends.txt")" ''

# ---- the same campaign, one trial at a time ----
cp "$tmp/small/tables.csv" "$tmp/first.csv"
campaign small --again --jobs 1
is 'the transitions are the same' "$(grep -c ',transitions,' "$tmp/first.csv") $(diff \
  <(grep ',transitions,' "$tmp/first.csv") <(grep ',transitions,' "$tmp/small/tables.csv"))" '4 '

# ---- units of processor time; --full ----
env_file full 'seeds 1..2; full seeds 3; property race; time 20' <<'X'
technique Fixed; restart fixed; unit 20ms; full unit 40ms
X
campaign full
is 'units of processor time' "$status $(figure full density Fixed density)" '0 1'
is 'without --full, searches stop at the error' "$(figure full states Fixed trials)" 2
campaign full --full
is '--full continues after the error' "$status $(figure full states Fixed trials)" '0 1'

# ---- errors in files ----
wrong() { # NAME MESSAGE, and standard input
  env_file wrong "property race" <<<""
  cat >>"$tmp/wrong.campaign"
  campaign wrong
  is "$1: exit status" "$status" 3
  has "$1" "$2" "$tmp/err"
}
wrong 'an unknown strategy' "bad value 'often' for --restart" <<'X'
technique T; restart often
X
wrong 'an invalid unit' "bad value '3x' for --unit" <<'X'
technique T; restart fixed; unit 3x
X
wrong 'an unknown class' 'NoSuchClass' <<'X'
subject Other; class-path .; component NoSuchClass
X
wrong 'component with main' 'main works only with' <<'X'
subject Other; class-path .; component A; main B
X
wrong 'restarts of a program with main' 'restart works only with component' <<X
subject Other; class-path "$HEDDLE_SAMPLES/TwoStage"; main TwoStage
technique T; restart luby
X
wrong 'a missing figure' '1 figures for 1 columns, but 2 are needed' <<'X'
technique T
table "T"; form means; over found none; paper time AccountDatabase 1+-2
X

# ---- the paper's campaign ----
mkdir -p "$tmp/tests" "$tmp/build"
cp -r tests/papers "$tmp/tests/"
mkdir -p "$tmp/build/java"
  ln -sfn "$classes" "$tmp/build/java/components"
if [ -e /usr/share/java/commons-pool2.jar ]; then
  "$HEDDLE" campaign "$tmp/tests/papers/environments.campaign" -o "$tmp/paper" --report \
    >"$tmp/out" 2>"$tmp/err"
  is "the paper's campaign is valid" "$? $(grep -v gnuplot "$tmp/err")" '4 '
  is '... with its tables' "$(grep -c '^Paper 002, table [1-6]' "$tmp/out")" 9
  is '... and plots' "$(ls "$tmp/paper"/figure-[234].txt | wc -l)" 3
else
  skip "the paper's campaign" 'no commons-pool2'
fi
done_testing
