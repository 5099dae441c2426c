#!/usr/bin/env bash
# The campaign for the figures of paper 004: every search finds every race, and so does the detector
# of figure 9; the cost of the race check in states is reported separately; programs without races
# have no race. (tests/unit/test_search_strategies.c checks that Peterson has the numbers of figure
# 4.)
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/campaign.sh
case $HEDDLE_BUILD in
  *-stress*)
    echo 'with a shadow arena most searches would meet their time limit'
    exit 77
    ;;
esac
"$HEDDLE" campaign "$(papers_campaign races)" -o "$tmp/races" >"$tmp/out" 2>"$tmp/err"
is 'all trials were carried out' "$?" 0
is 'no warning is printed' "$(grep -v gnuplot "$tmp/err")" ''
figures_of "$tmp/races/tables.csv" >"$tmp/ours"

# in_table TABLE MEASURE: prints rows of one table's figures: row technique found mean.
in_table() {
  awk -F'\t' -v t="$1" -v m="$2" \
    '$1 ~ t && $2 == m && $5 == "heddle" { print $3 "\t" $4 "\t" $7 "\t" $10 }' "$tmp/ours"
}
all_found() { # NAME TABLE TRIALS
  is "$1" "$(in_table "$2" states | awk -F'\t' '{ n++; found += $3 } END { print n, found }')" \
    "$3 $3"
}
all_found 'figure 4: Peterson by dfs and by WF' 'figure 4:' 2
all_found 'figure 8: 17 programs, dfs and all heuristics' 'figure 8:' 34
all_found 'figure 9: 17 programs, conflicts and races' 'figure 9:' 34
all_found 'appendix B: 17 programs, 15 configurations' 'appendix B$' 255
all_found "appendix B by figure 6's labels: the same trials" 'by the labels of figure 6$' 255
longer=$(in_table 'figure 8:' length |
  awk -F'\t' '$2 == "DFS" { dfs = $4 } $2 != "DFS" && $4 > dfs { print $1 }')
[ "$(wc -w <<<"$longer")" -le 2 ] &&
  ok 'figure 8: counterexamples of the heuristics are rarely longer' ||
  not_ok 'figure 8: counterexamples of the heuristics are rarely longer' "$longer"
is 'every trial has rows and columns of h' \
  "$(cat <(in_table 'figure 8:' h-rows) <(in_table 'figure 8:' h-columns) \
  <(in_table 'appendix B' h-rows) | awk -F'\t' '$4 < 2' | wc -l)" 0
is 'each search takes less than a second' \
  "$(in_table '(figure 8:|appendix B)' time |
  awk -F'\t' -v most="${HEDDLE_SLOW:-1}" '$4 >= most')" ''

# Figure 10: the same states if h is not matched; at least as many if it is.
is 'figure 10: states' \
  "$(in_table 'whole search' states |
  awk -F'\t' '{ s[NR % 3] = $4 } NR % 3 == 0 && !(s[1] == s[2] && s[0] >= s[1]) { print $1 }')" ''
is 'figure 10: the error of TourBarrier is no race' \
  "$(grep -c 'exception (ArrayIndexOutOfBoundsException)' "$tmp/out")" 3
is 'figure 10: no other errors' \
  "$(in_table 'whole search' states | awk -F'\t' '$1 !~ /Tour/ && $3 != 0')" ''
is 'figure 10: without races' "$(grep -cE '^ +race  .* no error$' "$tmp/out")" 3
is 'figure 10: the same paths' \
  "$(in_table 'fixed paths' transitions |
  awk -F'\t' 'NR % 2 { t = $4 } NR % 2 == 0 && ($4 != t || t < 1000) { print $1 }')" ''
done_testing
