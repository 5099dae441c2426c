#!/usr/bin/env bash
# The campaign of the guided searches, all seeds: the guided search with PFSM finds every error, with no more states than the papers'
# (twice theirs where JDK code runs), and the techniques come in the papers' order. Two exceptions: FSM is as good as PFSM on programs of this
# size, and on Wronglock chance does better than any distance. (tests/cli/races.sh has the other campaign.)
# timeout: 3600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/support.sh
. tests/campaign.sh
tmp=$TEST_TMP
campaign=$(papers_campaign guided)
start=$SECONDS
"$HEDDLE" campaign "$campaign" -o "$tmp/results" --tables markdown
is 'all trials were carried out' $? 0
echo "# $((SECONDS - start)) s"

# One line for each row and technique: measure, row, technique, ours, the paper's ("-": none), both means (or densities).
sed 's/"\([^",]*\),\([^",]*\)"/\1;\2/g' "$tmp/results/tables.csv" | awk -F, '
  $2 == "density" || $2 == "states" {
    key = $1 "\t" $2 "\t" $3 "\t" $4
    value = $2 == "density" ? $8 : $10
    if ($5 == "heddle") { ours[key] = value; order[++n] = key } else { paper[key] = value == "" ? "-" : value }
  }
  END { for (i = 1; i <= n; i++) print order[i] "\t" (ours[order[i]] == "" ? "-" : ours[order[i]]) "\t" (order[i] in paper ? paper[order[i]] : "?") }
' >"$tmp/pairs"

bad=$(awk -F'\t' '$2 == "density" && $4 == "PFSM" && $5 != 1' "$tmp/pairs")
is 'PFSM finds every error with every seed' "$bad" ''
bad=$(awk -F'\t' '$2 == "states" && $4 == "PFSM" && $6 != "?" { most = $3 ~ /List|Deadlock/ ? 2 * $6 : $6; if ($5 == "-" || $5 > most) print $3, $5, "paper", $6 }' "$tmp/pairs")
is "PFSM needs no more states than the papers'" "$bad" ''
bad=$(awk -F'\t' '
  function less(a, b) { return a == "-" ? 0 : b == "-" || a + 0 < b + 0 }
  $2 == "states" && $6 != "?" && $4 != "FSM" && $3 !~ /Wronglock/ { k = $1 "\t" $3; m[k]++; t[k, m[k]] = $4; o[k, m[k]] = $5; p[k, m[k]] = $6 }
  END {
    for (k in m) for (i = 1; i <= m[k]; i++) for (j = 1; j <= m[k]; j++)
      if (less(p[k, i], p[k, j]) && less(o[k, j], o[k, i])) print k ": " t[k, j] " before " t[k, i]
  }' "$tmp/pairs" | sort)
is "the techniques come in the papers' order" "$bad" ''
done_testing
