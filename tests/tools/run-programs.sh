#!/usr/bin/env bash
# One program test: `heddle run` must print what `java -ea` prints and end with its exit status.
#   tests/tools/run-programs.sh NAME          NAME.java is in tests/java/programs
#   tests/tools/run-programs.sh FOLDER/NAME   in tests/java/FOLDER, with the jars of FOLDER/jars
#   tests/tools/run-programs.sh NAME JDK      in the JDK at that place, with the class files that
#                                               its own compiler made
# In the source, "// args: ..." sets the arguments, and NAME.in beside it is the standard input; "//
# main: CLASS ARG..." runs another class than NAME. Lines of output that match "// differs: REGEX"
# (of sed -E) may differ; only their number is compared. "// heddle: OPTION..." and "// java:
# OPTION..." are options of the two programs.
set -u
cd "$(dirname "$0")/../.." || exit 5
. tests/tools/support.sh
case $1 in
  */*) folder=${1%/*} name=${1##*/} ;;
  *) folder=programs name=$1 ;;
esac
source=tests/java/$folder/$name.java
heddle=${HEDDLE:-build/heddle}
java=${JAVA:-java}
classes=${HEDDLE_JAVA:-build/java}/$folder
if [ $# -gt 1 ]; then
  java=$2/bin/java
  classes=${HEDDLE_JAVA:-build/java}/$(basename "$2")/$folder
  export JAVA_HOME=$2
fi
tmp=${TEST_TMP:-$(mktemp -d)}
input=/dev/null
[ -e "tests/java/$folder/$name.in" ] && input=tests/java/$folder/$name.in
[ -e "$classes/$name.class" ] || { echo "no $classes/$name.class: it did not compile"; exit 1; }
header() { sed -n "s|^// $1: *||p" "$source" | head -n 1; }
read -r -a program <<<"$(header main)"
[ ${#program[@]} -gt 0 ] || read -r -a program <<<"$name $(header args)"
differs=$(header differs)
# "// only here: WHY" leaves a program out in JDKs other than the default one.
[ $# -eq 1 ] || [ -z "$(header 'only here')" ] || { header 'only here'; exit 77; }
read -r -a java_options <<<"$(header java)"
read -r -a heddle_options <<<"$(header heddle)"
class_path=$(class_path_of "tests/java/$folder" "$classes")

"$java" -ea -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "${java_options[@]}" \
  -cp "$class_path" "${program[@]}" >"$tmp/java.out" 2>"$tmp/java.err" <"$input"
java_status=$?
"$heddle" run "${heddle_options[@]}" -cp "$class_path" "${program[@]}" >"$tmp/heddle.out" \
  2>"$tmp/heddle.err" <"$input"
heddle_status=$?
[ -z "$differs" ] || sed -i -E "s|$differs|(differs)|" "$tmp/java.out" "$tmp/heddle.out"

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
