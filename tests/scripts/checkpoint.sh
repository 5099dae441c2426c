# Shared by the tests of checkpoints: runs a search uninterrupted, and the same search in pieces.
# Source it after tests/scripts/support.sh; do not run it.
# shellcheck shell=bash

# What a search prints but times and memory; the exit status is heddle's. Remedies are tried behind
# a search in one go alone, and what was tried is not advised: none are. The counterexample is in
# $TEST_TMP/NAME.htrace.
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

# Bounded by some more states each time, until the bound is not met any more: the last piece is in
# $TEST_TMP/pieces.*, the number of pieces in $pieces, a failure on the way in $trouble.
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

# The same exit status, text and counterexample as in one go.
as_in_one_go() { # NAME STATUS WHAT: of check_text
  local name=$1 want=$2 of=$3 bad
  bad=$(diff "$TEST_TMP/whole.out" "$TEST_TMP/$of.out")
  if [ -e "$TEST_TMP/whole.htrace" ] &&
      ! cmp -s "$TEST_TMP/whole.htrace" "$TEST_TMP/$of.htrace"; then
    bad="$bad another counterexample"
  fi
  [ "$status" = "$want" ] || bad="$bad exit status $status, not $want"
  if [ -z "$bad$trouble" ]; then ok "$name"; else not_ok "$name" "$bad" "$trouble"; fi
}

resumes() { # STEP NAME ARGS...: in pieces, at least two, as in one go
  local step=$1 name=$2 want
  shift 2
  check_text whole "$@"
  want=$?
  in_pieces "$step" "$@"
  [ $pieces -gt 1 ] || trouble="$trouble it was not in pieces"
  as_in_one_go "$name, $pieces pieces" $want pieces
}
