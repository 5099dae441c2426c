#!/usr/bin/env bash
# Compares the results for damaged class files with java: tests/verify/Flips damages classes and
# says what the JVM throws when it loads, links and initialises them; `heddle run` of Probe must say
# the same. Most faults lead to one error. If there are several, the JVM's choice depends on the
# order in which it checks methods, which is that of addresses in its memory; then another error of
# the same family is accepted. It is never tolerated that one of the two accepts what the other
# refuses.
# timeout: 240
set -u
. "$HEDDLE_ROOT/tests/scripts/support.sh"
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

# family ERROR: the errors that one damaged file may show by the order of checks alone
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
is "no file of $count is refused by one and accepted by the other" "$wrong" ''
if [ $((other * 20)) -le "$count" ]; then
  ok "the same error for all but $other of $count"
else
  not_ok 'the same error for all but one in twenty' "$(diff java.txt heddle.txt | head -n 20)"
fi
given() { # WHAT FILE NAME: one of the corpus, as the class NAME, ends alike in both
  local dir=given/$3
  mkdir -p "$dir"
  cp "$HEDDLE_ROOT/tests/fuzz/corpus/class/$2" "$dir/$3.class"
  is "$1" "$("$HEDDLE" run -cp "$dir:$classes" Probe "$3")" \
    "$("$JAVA" -Xverify:all -cp "$dir:$classes" Probe "$3")"
}
# What the type checker refuses by its format is given to the second try, by inference.
given 'a table of local variables is no matter of inference' \
  99b304c63cc3a622180ba936b81e891274d07729 Shapes
given 'a flag of modules in a class file that is older' old-module-flag.class 'Shapes$1'
verify_errors=$(grep -c VerifyError java.txt)
if [ "$verify_errors" -ge $((count / 10)) ]; then
  ok 'the sample has its share of VerifyErrors'
else
  not_ok 'VerifyErrors' "$verify_errors"
fi
done_testing
