#!/usr/bin/env bash
# The campaign of the guided searches, with a tenth of the seeds or all of them. With PFSM, every
# trial finds the error with no more states than in the papers (twice as many if JDK code runs). The
# techniques come in the papers' order, except FSM on Wronglock, as in the papers. Sequences with
# fewer locations need more states. If the papers' static analysis for FSM did not finish, there is
# nothing to compare; here it does finish. (tests/cli/races.sh runs the other campaign;
# tests/cli/sequences.sh counts the locations.)
# timeout: 5400
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/campaign.sh
start=$SECONDS TIMEFORMAT='%U %S'
campaign=$(papers_campaign guided)
{ time "$HEDDLE" campaign "$campaign" -o "$tmp/results" --tables markdown; } 2>"$tmp/time"
is 'all trials were carried out' $? 0
echo "# $((SECONDS - start)) s"
is 'the campaign needs at most an hour of processor time' \
  "$(tail -n 1 "$tmp/time" | awk '$1 + $2 > 3600')" ''
figures_of "$tmp/results/tables.csv" >"$tmp/figures"

# For each row and technique of a table: table measure row technique ours papers, where the last two
# are means (or densities); "-": no trial found the error.
awk -F'\t' -v OFS='\t' '
  NR > 1 {
    key = $1 OFS $2 OFS $3 OFS $4
    value = $2 == "density" ? $8 : $10
    if ($5 == "heddle") { ours[key] = value; order[++n] = key } else { paper[key] = value == "" ? "-" : value }
  }
  END {
    for (i = 1; i <= n; i++) {
      key = order[i]
      print key, (ours[key] == "" ? "-" : ours[key]), (key in paper ? paper[key] : "?")
    }
  }
' "$tmp/figures" >"$tmp/pairs"
none() { # NAME AWK: the awk program prints violations in the tables of the papers
  is "$1" "$(awk -F'\t' "\$1 ~ /^(Lines|The same)/ { next } $2" "$tmp/pairs" | sort)" ''
}
lines() { # NAME AWK: ... in those with sequences of lines, as users mark them
  is "$1" "$(awk -F'\t' "\$1 !~ /^Lines/ { next } $2" "$tmp/pairs" | sort)" ''
}
none 'PFSM finds every error with every seed' \
  '$2 == "density" && $4 == "PFSM" && $5 != 1 { print $3, $5 }'
none "PFSM needs no more states than the papers'" '
  $2 == "states" && $4 == "PFSM" && $6 != "?" {
    most = $3 ~ /List|Deadlock/ ? 2 * $6 : $6
    if ($5 == "-" || $5 + 0 > most) print $3, $5, "paper", $6
  }'
none "the techniques come in the papers' order" '
  function less(a, b) { return a == "-" ? 0 : b == "-" || a + 0 < b + 0 }
  $2 == "states" && $6 != "?" && !($4 == "FSM" && ($6 == "-" || $3 ~ /Wronglock/)) {
    k = $1 "\t" $3
    m[k]++; t[k, m[k]] = $4; o[k, m[k]] = $5; p[k, m[k]] = $6
  }
  END {
    for (k in m) for (i = 1; i <= m[k]; i++) for (j = 1; j <= m[k]; j++)
      if (less(p[k, i], p[k, j]) && less(o[k, j], o[k, i])) print k ": " t[k, j] " before " t[k, i]
  }'
is 'techniques were compared' \
  "$(awk -F'\t' '$2 == "states" && $6 ~ /^[0-9]/ && $5 != "-"' "$tmp/pairs" | wc -l |
  awk '$1 < 50')" ''
none 'figure 6: one location needs five times the states of two; more locations save few' '
  $3 ~ /^AryList-sequence/ && $2 == "states" { n[substr($3, length($3))] = $5 }
  END {
    if (n[1] < 5 * n[2]) print "two: " n[1], n[2]
    for (i = 3; i <= 6; i++) if (n[i] == "" || n[i] > 2 * n[2]) print i ": " n[2], n[i]
  }'
none 'each table has states, seconds, megabytes and steps' '
  $1 ~ /table 2|001; table 1/ && $4 == "PFSM" && $5 != "-" { have[$1, $2] = 1; tables[$1] = 1 }
  END {
    for (t in tables)
      if (!(have[t, "states"] && have[t, "time"] && have[t, "memory"] && have[t, "length"])) print t
  }'

# Ties do not count here: a mean that is not less is wrong, and so is a density that is not below
# one.
lines 'PFSM finds every error with sequences of lines' \
  '$2 == "density" && $3 ~ /\(1;[0-9]+\)$/ && $4 == "PFSM" && $5 != 1 { print $3, $5 }'
lines 'PFSM needs fewer states than FSM and than preferred threads' '
  $2 == "states" && $3 ~ /^(Wronglock-lines|SharedVector)\(1;[0-9]+\)$/ { o[$3, $4] = $5; rows[$3] }
  END {
    for (r in rows) for (i = split("FSM,Prefer Threads", other, ","); i; i--)
      if (!(o[r, "PFSM"] + 0 < o[r, other[i]] + 0)) print r, o[r, "PFSM"], other[i], o[r, other[i]]
  }'
lines 'random depth-first search misses errors where the papers'"'"' does' '
  $2 == "density" && $4 ~ /^Random DFS/ && $6 != "?" && $6 < 1 && $5 >= 1 { print $3, $5, $6 }'
lines "without the condition's definitions, five times the states are needed" '
  $2 == "states" && $4 == "PFSM" { o[$3] = $5 }
  END {
    with = o["SharedVector(1;7)"]; without = o["SharedVector-sequence-4"]
    if (without != "-" && !(without > 5 * with)) print with, without
  }'
done_testing
