# Shared by the tests of checkpoints: runs a search uninterrupted, and the same search in pieces.
# Source it after tests/tools/support.sh; do not run it.
# shellcheck shell=bash

# Runs heddle check with ARGS and keeps its output without times and memory; returns heddle's exit
# status. Remedies are off because only an uninterrupted search tries them, and a remedy that was
# tried is no longer advised. The counterexample is in $TEST_TMP/NAME.htrace.
check_text() { # NAME ARGS...
  local name=$1 status
  shift
  rm -f "$TEST_TMP/$name.htrace"
  "$HEDDLE" check -q --try 0 -o "$TEST_TMP/$name.htrace" "$@" >"$TEST_TMP/$name.raw" \
    2>"$TEST_TMP/$name.err"
  status=$?
  sed -e "s|$TEST_TMP/$name.htrace|FILE|" -e 's/; [0-9.]* s, [0-9]* MB$//' "$TEST_TMP/$name.raw" \
    >"$TEST_TMP/$name.out"
  return $status
}

# Runs a search in pieces: each piece may visit STEP more states, until one ends without reaching
# its bound. The output of the last piece is in $TEST_TMP/pieces.*, the number of pieces in $pieces,
# and any failure on the way in $trouble.
in_pieces() { # STEP ARGS...
  local step=$1 states
  local -a from=()
  shift
  pieces=0 trouble=
  for ((states = step; ; states += step)); do
    check_text pieces --checkpoint "$TEST_TMP/pieces.ckpt" "${from[@]}" --max-states $states "$@"
    status=$?
    pieces=$((pieces + 1))
    [ ! -s "$TEST_TMP/pieces.err" ] || trouble="$trouble $(cat "$TEST_TMP/pieces.err")"
    grep -q "max-states $states\(;.*\)\?\$" "$TEST_TMP/pieces.out" || break
    grep -q '^  go on from here: --resume' "$TEST_TMP/pieces.out" ||
      trouble="$trouble piece $pieces says nothing of its checkpoint"
    from=(--resume "$TEST_TMP/pieces.ckpt")
    [ $pieces -lt 1000 ] || break
  done
}

# Checks that the exit status, text and counterexample are those of the uninterrupted search.
as_in_one_go() { # NAME STATUS WHAT: WHAT is the NAME that check_text had
  local name=$1 want=$2 of=$3 bad
  bad=$(diff "$TEST_TMP/whole.out" "$TEST_TMP/$of.out")
  if [ -e "$TEST_TMP/whole.htrace" ] &&
      ! cmp -s "$TEST_TMP/whole.htrace" "$TEST_TMP/$of.htrace"; then
    bad="$bad another counterexample"
  fi
  [ "$status" = "$want" ] || bad="$bad exit status $status, not $want"
  if [ -z "$bad$trouble" ]; then ok "$name"; else not_ok "$name" "$bad" "$trouble"; fi
}

resumes() { # STEP NAME ARGS...: two or more pieces end like one uninterrupted search
  local step=$1 name=$2 want
  shift 2
  check_text whole "$@"
  want=$?
  in_pieces "$step" "$@"
  [ $pieces -gt 1 ] || trouble="$trouble it was not in pieces"
  as_in_one_go "$name, $pieces pieces" $want pieces
}
