#!/usr/bin/env bash
# `heddle record`: compares a trace of the real JVM with the program's own order, with javap and
# with plain java.
# timeout: 180
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/recorded.sh
tmp=$TEST_TMP
classes=$HEDDLE_JAVA/record

# ---- a sample ----

record sample -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1
is 'the exit status is the program'\''s' "$?" 0
is 'the temporary file of the recording is removed' "$(ls "$tmp" | grep -c 'live\|part')" 0
is 'nothing is printed on standard error' "$(cat "$tmp/sample.err")" ''
is 'three threads are started' "$(events sample | awk '$2 == "thread-start"' | wc -l)" 3
is 'four threads begin and end' "$(events sample | awk '$2 ~ /^thread-(begin|end)$/' | wc -l)" 8
is 'threads are numbered by parent and order' \
  "$(sed -nE 's/^thread [0-9]+ .* T0 ([0-9]+) .*/\1/p' "$tmp/sample.txt" | tr '\n' ' ')" '0 1 2 '
is 'the trace names the main class' "$(grep -c '^meta "main" "TwoStage"' "$tmp/sample.txt")" 1
is 'the trace has hashes of classes' \
  "$(grep '^class ' "$tmp/sample.txt" | grep -vc ' 00000000000000000000000000000000 ')" 4

# ---- the order ----

record order -cp "$classes" Order 1000
reads=$(in_order order)
if [ "$reads" -gt 30000 ] 2>/dev/null; then
  ok 'reads see the last write before them'
else
  not_ok 'reads see the last write before them' "$reads"
fi
record noise --noise 0.02:5 -cp "$classes" Order 30
reads=$(in_order noise)
if [ "$reads" -gt 900 ] 2>/dev/null; then
  ok 'reads see the last write before them, with noise'
else
  not_ok 'reads see the last write before them, with noise' "$reads"
fi
# In the run with noise, threads alternate far more often than they are started and joined.
switches=$(events noise | awk '$1 != last { n++ } { last = $1 } END { print n }')
if [ "$switches" -gt 25 ]; then
  ok 'noise makes threads alternate'
else
  not_ok 'noise makes threads alternate' "$switches"
fi

# ---- bytecode indices ----

# Looks up with javap the instruction at the location of every recorded access, monitor operation
# and call.
"${HEDDLE_JAVAC%javac}javap" -c -p -cp "$classes" Order | awk '
  /^  [a-zA-Z].*\(.*\).*;$/ {
    name = $0
    sub(/\(.*/, "", name)
    sub(/.* /, "", name)
    if (name == "Order") name = "<init>"
  }
  /^  static \{\};/ { name = "<clinit>" }
  $1 ~ /^[0-9]+:$/ { sub(":", "", $1); print name "@" $1, $2 }' >"$tmp/javap"
events order |
  sed -nE 's/^T[0-9]+ ([a-z-]+) L[0-9]+\(Order\.([^@]+@[0-9]+):[0-9]+\) .* (.*)$/\2 \1 \3/p' |
  sort -u >"$tmp/places"
wrong=$(awk '
  NR == FNR { op[$1] = $2; next }
  $3 ~ /sync-method/ || $2 ~ /^input-/ { next }
  $2 == "read" { want = "^get(field|static)$" }
  $2 == "write" { want = "^put(field|static)$" }
  $2 == "array-read" { want = "^[ilfdabcs]aload$" }
  $2 == "array-write" { want = "^[ilfdabcs]astore$" }
  $2 ~ /^monitor-/ { want = "^monitor" substr($2, 9) "$" }
  $2 ~ /^thread-/ { want = "^invokevirtual$" }
  op[$1] !~ want { print $0 ", javap: " op[$1] }' "$tmp/javap" "$tmp/places")
is 'bytecode indices are those of the class file' "$wrong" ''
# Every access of a method that ran completely was recorded.
want=$(awk '$1 ~ /^work@/ && $2 ~ /^(get|put)(field|static)$|^[ilfdabc]a(load|store)$/' \
  "$tmp/javap" | wc -l)
is 'no access is missing' \
  "$(awk '$1 ~ /^work@/ && $2 ~ /read|write/ { print $1 }' "$tmp/places" | sort -u | wc -l)" "$want"
line=$(awk '/void increment\(\)/ { getline; print NR }' tests/java/record/Order.java)
is 'line numbers are right' "$(grep -o 'Order.increment@2:[0-9]*' "$tmp/order.txt" | sort -u)" \
  "Order.increment@2:$line"

# ---- each kind of synchronisation ----

record kinds -cp "$classes" Events
is 'the status of System.exit is passed on' "$?" 7
"$JAVA" -ea -cp "$classes" Events >"$tmp/plain.out" 2>/dev/null
is 'the output is unchanged' "$(cat "$tmp/kinds.out")" "$(cat "$tmp/plain.out")"
kinds() {
  events kinds | awk -v want="$1" '$2 ~ want { printf "%s%s ", $2, $8 == "-" ? "" : "(" $8 ")" }'
}
is 'wait and notify are recorded' "$(kinds '^(wait|notify)')" \
  'wait-begin wait-end(interrupted,thrown) wait-begin(timed) notify-all wait-end '
is 'locks are recorded' \
  "$(kinds '^(un)?lock')" 'lock lock unlock unlock lock(shared) unlock(shared) '
is 'park and unpark are recorded' "$(kinds park)" 'unpark park park-end '
is 'interrupts are recorded' "$(kinds interrupt)" 'interrupt '
is 'joins are recorded' "$(kinds join)" 'thread-join thread-join(timed) thread-join '
is 'a call that throws is recorded' \
  "$(events kinds | awk '$2 == "after-call" && /Future.get/ { print $8 }')" \
  thrown
is 'the thread of a pool starts at submit' \
  "$(events kinds | awk '$2 == "thread-start" && /Events.pool/' | wc -l)" 1
is 'an uncaught exception is recorded' \
  "$(events kinds | awk '$2 == "uncaught" { print $5 }' | sed 's/.*(\(.*\))/\1/')" \
  java.lang.IllegalStateException

# ---- selected events, and classes that cannot be instrumented ----

record few --events monitor-enter,thread -cp "$classes" Order 5
is 'only selected kinds are recorded' "$(events few | awk '{ print $2 }' | sort -u | tr '\n' ' ')" \
  'monitor-enter thread-begin thread-end thread-join thread-start '
record without --exclude 'Cell|Producer' -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 1 1
is 'excluded classes are named in the trace' "$(events without | grep -c '^- not-instrumented')" 2
is 'excluded classes are not recorded' "$(events without | grep -c 'TwoStage\$Producer.run')" 0

# large NAME COUNT: writes a class whose method has COUNT conditional increments, and two calls of
# it.
large() {
  mkdir -p "$tmp/large"
  {
    echo "public class $1 { int f; synchronized void grow(int n, long q) {"
    echo 'try { while (n > 0) { if (n == 2) { n--; continue; }'
    yes ' f++;' | head -n "$2"
    echo 'n--; if (n == 7) throw new RuntimeException(); }'
    echo '} catch (RuntimeException e) { f = -1; } }'
    echo "public static void main(String[] a) { $1 x = new $1(); x.grow(4, 1);"
    echo 'System.out.println(x.f); x.grow(8, 1); System.out.println(x.f); } }'
  } >"$tmp/large/$1.java"
  "$JAVAC" -g -d "$tmp/large" "$tmp/large/$1.java"
}
large Wide 1300
record wide -cp "$tmp/large" Wide
is 'jumps over 32 KB' "$(cat "$tmp/wide.out")" "$(printf '3900\n-1')"
is 'large methods are instrumented' "$(events wide | awk '$2 == "write" && /Wide.f/' | wc -l)" 5201
large TooLarge 2500
record toolarge -cp "$tmp/large" TooLarge
is 'a method that would pass 64 KB' "$(cat "$tmp/toolarge.out")" "$(printf '7500\n-1')"
is 'a method that is too large is named' \
  "$(grep -c 'not-instrumented.*(TooLarge).*grow(IJ)V would be [0-9]* bytes long' \
  "$tmp/toolarge.txt")" 1

done_testing
