#!/usr/bin/env bash
# heddle debug --env: an environment is the program of the debugger. Tests the view of the
# environment, drawing another one, a guided search with marks, the lines of the generated class,
# and options that cannot be combined.
# timeout: 200
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
out=$TEST_TMP/out cp=$TEST_TMP/cp
mkdir -p "$cp"
javac -g -d "$cp" tests/java/results/{Cache,GoodBuffer,Lossy}.java || exit 5

debug() { # OPTION OR OPERAND...: runs the script on standard input; sets status; output in $out
  cat >"$TEST_TMP/script"
  "$HEDDLE" debug -cp "$cp" --batch "$TEST_TMP/script" --width 120 "$@" >"$out" 2>&1
  status=$?
}
has() { # NAME PATTERN [COUNT]
  is "$1" "$(grep -cE -- "$2" "$out")" "${3:-1}"
}

# ---- a scenario ----
debug --env scenario 'get("a") || get("a"); drop("a")' Cache <<'EOF'
environment
step 60
environment
go root
debug
restart
EOF
is 'a scenario: nothing to draw' $status 3
has '... and the reason is printed' 'scenario draws nothing: another one would be the same'
has 'at the beginning: the remaining calls are listed' 'thread 2 +0 done; to come: get.*; drop'
has 'at the end: all calls are done' '^ T2 Environment +2 done'
has 'at the end: calls have results' 'get\("a"\)( ends)? -> Object#1$' 2
has 'the intervals of calls are shown' '^[ >]([0-9]+-)?[0-9]+ +.*drop\("a"\) -> void'
has 'the generated source is shown' ' thread\(\(\) -> \{' 2

# ---- random environments ----
debug --env random Cache --seed 2 <<'EOF'
mark Cache.get:5
watch Environment.ended0
restart
restart 1
marks
guided start
guided run
environment
EOF
is 'random: exit status' $status 0
has 'another environment and its seed' \
  'another environment: heddle debug Cache --env random --seed 3$'
has 'an environment by its seed' 'another environment: heddle debug Cache --env random --seed 1$'
has 'marks are kept' '^     g1 Cache.get:5'
has 'a guided search finds the error' '^  ERROR linearizable: no order of the calls produces'
has '... and its calls are shown' '^[ >][0-9]+ +begin get'

# ---- results of calls are not kept ----
debug --env universal --methods 'add|count' Lossy --property deadlock <<'EOF'
step 12
environment
EOF
is 'universal: exit status' $status 0
has 'universal: the reason for missing results is printed' \
  'results are kept with --property linearizable'
debug --env scenario 'add(); count() || add()' Lossy --property deadlock <<'EOF'
step 60
environment
EOF
has 'a scenario without results: the calls are done' '^ T1 Environment +2 done'
has '... and they are listed' '(add|count)\(\)$' 3

# ---- every combination can be chosen, even one that check omits as a mirror image ----
debug --env all --length 1 --methods put GoodBuffer <<'EOF'
take 1
take 1
take 3
step 80
environment
EOF
has 'all: the combination with only the other value can be chosen' 'put\(\(Object\) "b"\) -> void$'

# ---- a counterexample ----
"$HEDDLE" env -q -cp "$cp" -o "$TEST_TMP/error.htrace" --env scenario 'get("a") || get("a")' Cache \
  >/dev/null 2>&1
debug --trace "$TEST_TMP/error.htrace" <<'EOF'
follow 100
environment
restart
EOF
has 'a counterexample: its calls are shown' '^ T[12] Environment +1 done' 2
has '... and no other environment can be drawn' \
  'there is nothing to draw: heddle debug --env random opens'

# ---- bad options ----
bad() { # NAME STATUS PATTERN OPTION...
  debug "${@:4}" <<<'quit'
  is "$1: exit status" $status "$2"
  has "$1" "$3"
}
bad 'without --env' 2 '^heddle: --methods needs --env' --methods get Cache
bad 'with a trace' 2 '^heddle: --env cannot be combined with --trace' \
  --trace "$TEST_TMP/error.htrace" \
  --env random Cache
bad 'an unknown kind' 2 "bad value 'some' for --env" --env some Cache
bad 'an unknown class' 3 'no class None' --env random None

done_testing
