#!/usr/bin/env bash
# One program test: `heddle run` must print what `java -ea` prints and end with its exit status.
#   tests/run-programs.sh NAME        NAME.java stands in tests/programs; "// args: ..." in it gives the arguments,
#                                     NAME.in beside it the standard input.
set -u
cd "$(dirname "$0")/.." || exit 5
name=$1
source=tests/programs/$name.java
heddle=${HEDDLE:-build/heddle}
java=${JAVA:-java}
classes=${HEDDLE_JAVA:-build/java}/programs
tmp=${TEST_TMP:-$(mktemp -d)}
input=/dev/null
[ -e "tests/programs/$name.in" ] && input=tests/programs/$name.in
[ -e "$classes/$name.class" ] || { echo "no $classes/$name.class: it did not compile"; exit 1; }
read -r -a args <<<"$(sed -n 's|^// args: *||p' "$source" | head -n 1)"

"$java" -ea -Xshare:auto -cp "$classes" "$name" "${args[@]}" >"$tmp/java.out" 2>"$tmp/java.err" <"$input"
java_status=$?
"$heddle" run -cp "$classes" "$name" "${args[@]}" >"$tmp/heddle.out" 2>"$tmp/heddle.err" <"$input"
heddle_status=$?

failed=0
if [ $java_status -ne $heddle_status ]; then
  echo "exit status: java $java_status, heddle $heddle_status"
  failed=1
fi
if ! cmp -s "$tmp/java.out" "$tmp/heddle.out"; then
  echo "standard output differs (- java, + heddle):"
  diff -u --label java --label heddle "$tmp/java.out" "$tmp/heddle.out" | head -n 30
  failed=1
fi
if [ $failed -ne 0 ]; then
  echo "heddle's standard error:"
  tail -n 15 "$tmp/heddle.err"
fi
exit $failed
