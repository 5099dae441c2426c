#!/usr/bin/env bash
# Checkpoints: searches every third row of the verdict tables (or a sixth of those) in three pieces,
# with several strategies. Then kills, interrupts and cuts short other searches repeatedly, at
# random times, and resumes each from its last checkpoint, while checkpoints are written as fast as
# possible.
# timeout: 3600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/checkpoint.sh
tmp=$TEST_TMP

# ---- rows ----
# (Rows are left out if they name a strategy, a bound or something that cannot be combined with
# checkpoints.)
left_out='--search\|--depth\|--max-states\|--time\|--stdin -'
tests/tools/run-verdicts.sh --rows | grep -v -- "$left_out" |
  awk -v step="$(drawn 3 18)" -v first="$HEDDLE_SAMPLE" 'NR % step == first % step' >"$tmp/rows"
few=$(($(wc -l <"$tmp/rows") / 4))
row_in_pieces() { # ROW OPTIONS...
  local program options classes=$HEDDLE_JAVA/verdicts words option_words states
  IFS='|' read -r program options _ <<<"$1"
  shift
  read -r -a words <<<"$program"
  read -r -a option_words <<<"$options"
  case ${words[0]} in
    *:*) classes=$HEDDLE_BUILD/${words[0]%%:*} words[0]=${words[0]#*:} ;;
  esac
  set -- --max-states 100000 "$@" "${option_words[@]}" -cp "$classes" "${words[@]}"
  check_json "$tmp/row.json" "$@" </dev/null
  states=$(json_value "$tmp/row.json" states)
  shift 2
  [ "${states:-0}" -gt 2 ] && [ "$states" -lt 100000 ] || return 0
  resumes $((states / 3 + 1)) "${words[*]} $*" "$@" </dev/null
}
for search in dfs 'dfs --sleep-sets' 'random-dfs --seed 5' bfs \
    'bfs --sleep-sets' 'greedy-best-first --heuristic most-blocked' context-bounded; do
  # shellcheck disable=SC2154 # it is of tests/tools/support.sh
  before=$tap_count
  while IFS= read -r row; do
    # shellcheck disable=SC2086 # words are meant to be split
    row_in_pieces "$row" --search $search
  done <"$tmp/rows" >"$tmp/tap"
  grep -v '^ok' "$tmp/tap"
  is "$search: rows that failed" "$(grep -c '^not ok' "$tmp/tap")" 0
  if [ $((tap_count - before)) -gt $few ]; then
    ok "$search: rows"
  else
    not_ok "$search: rows" "only $((tap_count - before))"
  fi
done

# ---- killed at random times ----
RANDOM=17
pause() { sleep "$(awk -v s="$RANDOM" -v most="$1" 'BEGIN { printf "%.3f", most * s / 32768 }')"; }
killed_until_done() { # NAME ARGS...
  local name=$1 want signal pid kills=0 signals=(KILL KILL KILL INT TERM)
  local -a from=()
  shift
  check_text whole "$@"
  want=$? trouble=
  rm -f "$tmp/c"
  while :; do
    rm -f "$tmp/pieces.htrace"
    env --default-signal=INT "$HEDDLE" check -q --try 0 --checkpoint "$tmp/c" \
      --checkpoint-every 0.03 "${from[@]}" -o "$tmp/pieces.htrace" "$@" \
      >"$tmp/pieces.raw" 2>"$tmp/pieces.err" </dev/null &
    pid=$!
    # The pauses grow, because resuming also takes time.
    pause "$(awk -v k=$kills 'BEGIN { print 0.25 + k * 0.03 }')"
    signal=${signals[RANDOM % ${#signals[@]}]}
    kill -$signal $pid 2>/dev/null
    wait $pid 2>/dev/null
    status=$?
    [ ! -s "$tmp/pieces.err" ] || trouble="$trouble $(cat "$tmp/pieces.err")"
    [ $status -ge 128 ] || break
    kills=$((kills + 1))
    [ -s "$tmp/c" ] && from=(--resume "$tmp/c")
  done
  # (A search that ends at a bound leaves a checkpoint if it is asked to write one.)
  sed -e "s|$tmp/pieces.htrace|FILE|" -e 's/; [0-9.]* s, [0-9]* MB$//' -e '/^  go on from here/d' \
    "$tmp/pieces.raw" >"$tmp/pieces.out"
  as_in_one_go "$name, killed $kills times" $want pieces
}
philosophers=(--property deadlock -cp "$HEDDLE_SAMPLES/Philosophers")
printf '%s\n' TwoStage.produce:17 TwoStage.consume:34 >"$tmp/marks"
killed_until_done context-bounded --search context-bounded --por none "${philosophers[@]}" \
  PhilosophersFixed 4
for ((k = 1; k <= $(drawn 3 1); k++)); do
  for search in dfs bfs 'random-dfs --seed 3' 'greedy-best-first --heuristic random'; do
    # shellcheck disable=SC2086 # words are meant to be split
    killed_until_done "$search, $k" --search $search --por none "${philosophers[@]}" \
      PhilosophersFixed 4
  done
  killed_until_done "dfs, an error, $k" --property exception -cp "$HEDDLE_SAMPLES/TwoStage" \
    TwoStage 5 1
  killed_until_done "guided, an error, $k" --search guided --heuristic random --seq "$tmp/marks" \
    --property exception \
    -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 10 1
  for search in dfs bfs; do
    killed_until_done "$search, sleep sets, $k" --sleep-sets --search $search --por none \
      "${philosophers[@]}" PhilosophersFixed 4
  done
  killed_until_done "random, $k" --search random --seed $k --walks 50000 "${philosophers[@]}" \
    PhilosophersFixed 4
  killed_until_done "pct, $k" --search pct --seed $k --max-states 2000000 "${philosophers[@]}" \
    PhilosophersFixed 4
  killed_until_done "jrf, $k" --search jrf -cp "$HEDDLE_SAMPLES/TwoStage" TwoStageFixed 3 2
done
done_testing
