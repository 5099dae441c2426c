#!/usr/bin/env bash
# Programs that run forever without a jump: by calls that synchronize, by method handles, by
# exception handlers. The limits stop them as they stop loops.
# STRESS builds run this.
# timeout: 120
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
classes=$HEDDLE_JAVA/host
bounded() { # NAME STATUS LINE COMMAND...: standard output must begin with LINE
  local name=$1 want=$2 line=$3
  shift 3
  timeout -s KILL $((12 * ${HEDDLE_SLOW:-1})) "$HEDDLE" "$@" >"$TEST_TMP/out" 2>"$TEST_TMP/err"
  is "$name" "$? $(head -n 1 "$TEST_TMP/out")" "$want $line"
}
bounded 'handlers, run' 125 '' run --time 0.5 -cp "$classes" Endless throws
bounded 'handlers, walks' 4 'inconclusive: time 1 s' check --search random --time 1 -cp "$classes" \
  Endless throws
bounded 'handlers, repeated states' 0 'no error: the search is complete' check \
  --property deadlock,exception,race -cp "$classes" Endless throws
is 'handlers: the cycle is reported' "$(grep -c '^  cycle seen' "$TEST_TMP/out")" 1
bounded 'handlers, a hang' 1 \
  'error: hang: T0 main loops for ever at Again.run@2; the program can no longer end' \
  check -cp "$classes" Endless throws
for kind in locked handles; do
  bounded "$kind, time" 4 'inconclusive: time 1 s' check --time 1 -cp "$classes" Endless $kind
  bounded "$kind, steps" 4 'inconclusive: max-steps 300000' check --max-steps 300000 \
    -cp "$classes" Endless $kind
  bounded "run of $kind, time" 125 '' run --time 0.5 -cp "$classes" Endless $kind
done
done_testing
