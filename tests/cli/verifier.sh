#!/usr/bin/env bash
# Compares the results for damaged class files with java. tests/java/verify/Flips damages classes
# and reports what the JVM throws when it loads, links and initialises them; `heddle run` of Probe
# must report the same. Most faults lead to one error. If there are several, the JVM's choice
# depends on the order in which it checks methods, which follows addresses in its memory; then
# another error of the same family is accepted. It is always a failure if one of the two accepts a
# file that the other refuses.
# STRESS builds run this.
# timeout: 240
set -u
. "$HEDDLE_ROOT/tests/tools/support.sh"
count=${HEDDLE_FLIPS:-120}
classes=$HEDDLE_JAVA/verify
cd "$TEST_TMP" || exit 5

damage_in_java "$count" "${HEDDLE_SEED:-1}"
while read -r i name _; do
  said=$("$HEDDLE" run -cp "flips/$i:$classes" Probe "$name" 2>"flips/$i/err")
  status=$?
  [ $status -eq 0 ] || said="status-$status"
  echo "$i $name $said"
done <java.txt >heddle.txt

# family ERROR: prints the errors that one damaged file may cause instead, depending on the order of
# checks
family() {
  case $1 in
    *.VerifyError | *.ClassFormatError | *.NoClassDefFoundError | *.IncompatibleClassChangeError)
      echo refused
      ;;
    *) echo "$1" ;;
  esac
}
other=0 wrong=
while read -r i name want _ _ got; do
  [ "$want" = "$got" ] && continue
  other=$((other + 1))
  [ "$(family "$want")" = "$(family "$got")" ] || wrong+="$i $name: java $want, heddle $got; "
done < <(paste -d' ' java.txt heddle.txt)
is "none of $count files is refused by only one of the two" "$wrong" ''
if [ $((other * 20)) -le "$count" ]; then
  ok "the same error for all but $other of $count"
else
  not_ok 'the same error for all but one in twenty' "$(diff java.txt heddle.txt | head -n 20)"
fi
given() { # WHAT FILE NAME: a file of the corpus, as class NAME, must end the same way in both
  local dir=given/$3
  mkdir -p "$dir"
  cp "$HEDDLE_ROOT/tests/fuzz/corpus/class/$2" "$dir/$3.class"
  is "$1" "$("$HEDDLE" run -cp "$dir:$classes" Probe "$3")" \
    "$("$JAVA" -Xverify:all -cp "$dir:$classes" Probe "$3")"
}
# A class whose format the type checker refuses is verified again by type inference.
given 'verification by inference ignores a table of local variables' \
  99b304c63cc3a622180ba936b81e891274d07729 Shapes
given 'the module flag in an older class file' old-module-flag.class 'Shapes$1'
verify_errors=$(grep -c VerifyError java.txt)
if [ "$verify_errors" -ge $((count / 10)) ]; then
  ok 'the sample has enough VerifyErrors'
else
  not_ok 'the sample has enough VerifyErrors' "$verify_errors"
fi
done_testing
