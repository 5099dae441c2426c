#!/usr/bin/env bash
# The end of `make demo`: records a sample in the real JVM, then opens the debugger on the program
# and its trace. Without a terminal (in CI, in a pipe), it prints the command that it would run and
# runs a session as a script instead.
#   HEDDLE_BUILD=build tests/tools/demo.sh SAMPLE [ARG...]
set -u
cd "$(dirname "$0")/../.." || exit 5
sample=$1
shift
build=${HEDDLE_BUILD:-build}
heddle=$build/heddle
classes=$build/samples/$sample
folder=$build/demo
trace=$folder/$sample.htrace
mkdir -p "$folder"

# A run may show the error of the program, or never end. In both cases, another run is recorded.
record() {
  local try status
  for try in 1 2 3 4 5; do
    echo "$heddle record -cp $classes -o $trace $sample $*"
    timeout 60 "$heddle" record -cp "$classes" -o "$trace" "$sample" "$@" && return
    status=$?
    echo "demo: run $try did not end normally (status $status)" >&2
  done
  return $status
}

record "$@" || exit 1
open=("$heddle" debug -cp "$classes" --source-path "sample-traces/$sample" --trace "$trace")
seq=sample-traces/$sample/$sample.seq
[ ! -e "$seq" ] || open+=(--seq "$seq")
if [ -t 0 ] && [ -t 1 ]; then
  echo "${open[*]} $sample $*"
  exec "${open[@]}" "$sample" "$@"
fi

session=$folder/session.txt
cat >"$session" <<'X'
# the recorded run, and the engine following it
trace
follow 4
debug
# from the start again: a search guided by the marks finds the error
go root
guided run
debug
h
# back to a state on the path, and a bounded check from there
back 3
check --depth 12
wait
checks
tree
X
# without a sequence, nothing can guide the search
[ -e "$seq" ] ||
  sed -i '/^# from the start/,/^guided run/d; s/^back 3/back 2/; s/--depth 12/--depth 40/' \
  "$session"
echo "demo: no terminal here, so the debugger does not open. It would be:"
echo "    ${open[*]} $sample $*"
echo "demo: instead a session as a script: --batch $session"
exec "${open[@]}" --batch "$session" "$sample" "$@"
