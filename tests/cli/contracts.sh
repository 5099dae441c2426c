#!/usr/bin/env bash
# heddle contracts: the list, the verification of some contracts, methods that are not single steps,
# and verdicts that rest on contracts.
# timeout: 900
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
export XDG_DATA_HOME=$TEST_TMP/data # no records of the user
v=$HEDDLE_JAVA/verdicts
out=$TEST_TMP/out
file=$TEST_TMP/records.jsonl

contracts() { # OPTION...: sets status; the output is in $out
  "$HEDDLE" contracts "$@" >"$out" 2>&1
  status=$?
}

# ---- the list ----
contracts
is 'the list: exit status' $status 0
is 'the last line counts the verified contracts' \
  "$(grep -cE '^[0-9]+ of [0-9]+ contracts are shown for the JDK [0-9]' "$out")" 1
sed -i '/contracts are shown for the JDK/,$d' "$out" # the rows are left
is 'no line is wider than 100 columns' "$(awk 'length > 100' "$out")" ''
is 'names are listed without their package' "$(grep -cE '^[1-3] [^ .]+ ' "$out")" "$(wc -l <"$out")"
is 'no name is listed twice' "$(awk '{ print $2 }' "$out" | sort | uniq -d)" ''
is 'the columns are aligned' "$(awk '/ steps / { print index($0, " steps ") index($0, " runs") }' \
  "$out" | sort -u | wc -l)" 1
contracts Semaphore
is 'a named contract is listed in full' "$(grep -cE '^  (claimed|shown|for the JDK)' "$out")" 3
is '... with its package' "$(grep -c '^  class: java.util.concurrent.Semaphore$' "$out")" 1
contracts --json java.util.concurrent.Semaphore
is '--json lists the contract' \
  "$(grep -cE '^ *"(class": "java.util.concurrent.Semaphore"|shown": true)' "$out")" 2
mkdir -p "$TEST_TMP/jdk/lib"
ln -s "$JAVA_HOME/lib/modules" "$TEST_TMP/jdk/lib/modules"
echo 'JAVA_VERSION="16.0.1"' >"$TEST_TMP/jdk/release"
JAVA_HOME=$TEST_TMP/jdk contracts
is 'a JDK without records: the command that verifies them is named' "$(tail -n 1 "$out")" \
  'heddle contracts --verify shows them for this JDK'
contracts NoSuchClass
is 'an unknown class is reported' \
  "$status $(grep -c "no contract of a class 'NoSuchClass'" "$out")" '2 1'

# ---- verifying ----
contracts --verify -j 2 --max-states 2000 --output "$file" AtomicBoolean
is 'AtomicBoolean is verified: exit status' $status 0
is 'AtomicBoolean is verified: its methods are in the record' \
  "$(json_value "$file" methods)" 'weakCompareAndSet getAndSet'
contracts --verify --max-states 50000 --output "$file" 'AbstractQueuedSynchronizer$ConditionObject'
is 'a method that is not a single step is removed' \
  "$(grep -c '^  awaitUntil is not a single step:' "$out")" 1
is 'each verification adds a record' "$(grep -c '^{"class"' "$file")" 2
is '... also from the record' "$(grep -c 'ConditionObject.*"methods":"[^"]*awaitUntil' "$file")" 0
text=$(sed -n "/awaitUntil is no/{n;s/^ *heddle check --outcomes heddle.Scenario '\(.*\)'/\1/p}" "$out")
end=$(sed -n '/awaitUntil is no/,$s/^ *with every step only: exit 0 \(.*[^ ]\) *$/\1/p' "$out" | head -n 1)
"$HEDDLE" check -q --outcomes --property deadlock heddle.Scenario "$text" >"$out" 2>&1
is 'the printed scenario reaches the printed end' "$(grep -cF -- "printed \"$end" "$out")" 1
contracts --verify --output "$file" FutureTask
is 'the record lists only observers that see no intermediate state' \
  "$(tail -n 1 "$file" | grep -o '"observers":"[^"]*"')" '"observers":"states"'
is 'cancel is not a single step, because it interrupts another thread' \
  "$(grep -c '^  cancel is not a single step:' "$out")" 1
last() { # KEY: of the record that was added last
  tail -n 1 "$file" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"
}
is '... and only toString, which no scenario calls, sees inside the other methods' \
  "$(last class) $(last seeing)" 'java/util/concurrent/FutureTask toString'
contracts --verify -j 2 --output "$file" StringBuffer
is 'a step ends before it uses a shared argument: no overload of append is removed' \
  "$(last methods | grep -oE '^append') $(last seeing)" 'append '
contracts --verify --max-states 10 --output /proc/x/x.jsonl AtomicBoolean
is 'an output file that cannot be written is reported' \
  "$status $(grep -c 'cannot be written' "$out")" '3 1'
echo '{"class":"x"}' >"$file"
contracts --output "$file"
is 'a damaged file of records is reported' \
  "$status $(grep -c 'records.jsonl:1: no record of a contract' "$out")" '3 1'

# ---- a class of the user ----
rows=$TEST_TMP/rows.jsonl
echo '{"class": "OwnCache", "before": "q = new OwnCache()|q = new OwnCache(); q.put(5, 50)",' \
  '"after": "q.hits()", "methods": "get put; swap hits"}' >"$rows"
contracts --verify -cp "$v" --add "$rows" OwnCache
is 'a class of the user: a method that is not a single step is reported' \
  "$status $(grep -c 'swap is not a single step' "$out")" '0 1'
own=$XDG_DATA_HOME/heddle/contracts.jsonl
is '... and the verified methods are in the records of the user' \
  "$(json_value "$own" methods)" 'get put hits'
contracts -cp "$v" --add "$rows" OwnCache
is '... and in the full listing' "$(grep -c '^  shown: get put hits$' "$out")" 1
mkdir "$TEST_TMP/other"
cp "$v/OwnCache.class" "$TEST_TMP/other"
used() { # FOLDER
  "$HEDDLE" check -q --contracts --property deadlock,exception -cp "$1" OwnCache >"$out" 2>&1
  echo "$? $(sed -n '1s/.*taking \([0-9]*\) methods.*/\1/p' "$out")"
}
is 'a search uses the verified methods' "$(used "$TEST_TMP/other")" '0 3'
is '... and says that they are methods of the program' \
  "$(grep -cE '^no error: .*taking 3 methods of the program as one|; 3 methods of the program one' \
    "$out")" 2
sed -i 's/not counted/not countet/' "$TEST_TMP/other/OwnCache.class"
is '... but not after the class has changed' "$(used "$TEST_TMP/other")" '0 '
echo '{"class": "OwnCounted", "before": "q = new OwnCounted()", "methods": "put get"}' >"$rows"
contracts --verify -cp "$v" --add "$rows" OwnCounted
is 'a method whose result exposes an intermediate state is recorded as an observer' \
  "$status $(tail -n 1 "$own" | grep -oE '"(methods|seeing)":"[^"]*"' | tr '\n' ' ')" \
  '0 "methods":"put get" "seeing":"size" '
echo '{"class": "OwnPair", "before": "q = new OwnPair()", "methods": "pass back"}' >"$rows"
contracts --verify -cp "$v" --add "$rows" OwnPair
is 'two methods that expose an intermediate state only together are both recorded' \
  "$status $(tail -n 1 "$own" | grep -oE '"(methods|seeing)":"[^"]*"' | tr '\n' ' ')" \
  '0 "methods":"pass back" "seeing":"left right" '
"$HEDDLE" check -q --contracts --property deadlock,exception -cp "$v" OwnPair >"$out" 2>&1
is '... and a search of a program that calls both omits the contract' \
  "$(grep -cE 'taking [0-9]+ methods of the program' "$out") \
$(grep -c 'without the contracts of OwnPair, whose steps the program can observe inside' "$out")" '0 1'
long=com.example.inventory.warehouse.ReservationsOfCustomers
echo '{"class": "'$long'", "before": "q = new '$long'()", "methods": "get"}' >"$rows"
contracts --add "$rows"
is 'a name too long for its column has its own line' \
  "$(grep -A 1 "^[0-9] $long$" "$out" | grep -cE '^ {50}not shown for this JDK$')" 1
is '... of at most 100 columns' "$(awk 'length > 100' "$out")" ''
echo '{"class": "OwnCache"}' >"$rows"
contracts --add "$rows" OwnCache
is 'an invalid row is reported' \
  "$status $(grep -c 'rows.jsonl: row 1 is not an object with' "$out")" '3 1'
rm -r "$XDG_DATA_HOME"

# ---- verdicts that rest on contracts ----
check() { # OPTION...
  "$HEDDLE" check -q --property deadlock,exception -cp "$v" "$@" >"$out" 2>&1
  status=$?
}
check --contracts SafeProducer
rests=' methods of the JDK as one step each, shown for 2 threads by 1 or 2 calls$'
is '"no error" names the methods that it rests on' \
  "$status $(grep -cE "^no error: .*, taking [0-9]+$rests" "$out")" \
  '0 1'
is 'the scope names them too' \
  "$(grep -cE '; [0-9]+ methods of the JDK one step each, by contracts' "$out")" 1
what=$(sed -n '1s/.*taking/taking/p' "$out")
check --contracts --max-states 40 --checkpoint "$TEST_TMP/ckpt" SafeProducer
is 'a search with a checkpoint: exit status' "$status" 4
check --contracts --resume "$TEST_TMP/ckpt" SafeProducer
is 'the resumed search names the methods of both parts' \
  "$status $(sed -n '1s/.*taking/taking/p' "$out")" "0 $what"
check --contracts SafeOneLock
is 'a program that calls no such method rests on none' \
  "$status $(grep -c '^no error: the search is complete$' "$out")" '0 1'
check --contracts -o "$TEST_TMP/t" DeadReentrantLock
is 'an error is executed again with every step' \
  "$status $(grep -c 'executed again from main' "$out")" '1 1'
"$HEDDLE" replay -cp "$v" "$TEST_TMP/t" >"$out" 2>&1
is 'its counterexample replays' "$? $(grep -c 'each as in the trace' "$out")" '1 1'
over() { # NAME TEXT WANT: the exit status, and the contracts that the search must omit
  "$HEDDLE" check -q --contracts --property deadlock heddle.Scenario "$2" >"$out" 2>&1
  is "$1" "$? $(sed -nE 's/[0-9]+ classes/many/
    s/.*without the contracts of (.*), whose steps.*/\1/p' "$out")" "$3"
}
over 'an overload that no scenario called: the contract is omitted' \
  'q = new StringBuffer("a") { q.append(Float.parseFloat("1")) || q.setLength(0) }' \
  '0 java.lang.StringBuffer'
is '... and the search continues without it' \
  "$(grep -cE '^no error: .*, taking [0-9]+ method' "$out")" 0
over 'other contracts stay in force' \
  'q = new StringBuffer("a"); v = new Vector() {
  q.append(Float.parseFloat("1")); v.add(1) || v.add(2) }' \
  '0 java.lang.StringBuffer'
is '... and their methods are single steps' \
  "$(grep -cE '^no error: .*, taking [0-9]+ method' "$out")" 1
map_class=java.util.concurrent.ConcurrentHashMap
map='q = new ConcurrentHashMap(); q.put(5, 50)'
# Two puts into an empty map make its table, then its nodes, so a walk may see only the second node.
set_view="${map_class}\$KeySetView"
over 'a view of a map exposes an intermediate state' \
  "$map { v = q.values(); i = v.iterator(); i.hasNext(); i.next(); i.remove() || q.put(6, 1) }" \
  "0 ${map_class}\$ValueIterator, $map_class and $set_view"
over 'the keys of a map expose one too' \
  "$map { v = q.keySet(); i = v.iterator(); i.hasNext(); i.next() || q.remove(5) }" \
  "0 $set_view, $map_class and ${map_class}\$KeyIterator"
over 'the entries of a map expose one too' \
  "$map { v = q.entrySet(); i = v.iterator(); e = (Map.Entry) i.next(); e.setValue(7) ||
    q.put(5, 1) }" "0 $map_class, $set_view and ${map_class}\$EntryIterator"
over 'an operation that no recorded walk contains: the contract is omitted' \
  "$map { v = q.values(); v.removeIf(x -> true) || q.put(6, 1) }" \
  "0 ${map_class}\$ValuesView, $map_class and ${map_class}\$KeySetView"
over 'a walk that exposed an intermediate state: the contract is omitted' \
  'q = new Vector(); q.add(5); s = q.spliterator() {
  s.tryAdvance(x -> x.hashCode()) || q.add(6) }' \
  '0 java.util.Vector$VectorSpliterator and java.util.Vector'
over 'a walk of a synchronized list keeps the contract' \
  'q = Collections.synchronizedList(new ArrayList()); q.add(5);
  i = q.iterator() { i.next() || q.add(6) }' '0 '
mkdir -p "${own%/*}"
grep 'concurrent/ArrayBlockingQueue",' trace/contracts/shown.jsonl |
  sed 's/"walked":\[[^]]*\]/"walked":[]/' >"$own"
over 'an iterator that no scenario walked: the contract is omitted' \
  'q = new ArrayBlockingQueue(2); q.add(5); i = q.iterator() { i.next() || q.add(6) }' \
  '0 java.util.concurrent.ArrayBlockingQueue'
rm "$own"
over '... but it stays if the record lists the walk' \
  'q = new ArrayBlockingQueue(2); q.add(5); i = q.iterator() { i.next() || q.add(6) }' '0 '
over 'getState and parking beside methods that were verified with them' 'q = new AtomicInteger() {
  q.addAndGet(3); LockSupport.parkNanos(1L) || q.addAndGet(2); t0.getState() }' '0 '
over 'getState beside methods that were not verified with it' \
  'q = new Vector() { q.add(1) || q.add(2) || t0.getState() }' \
  '0 many'
over 'getState beside a blocking queue' \
  'q = new ArrayBlockingQueue(1) { q.put(1) || t0.getState() }' \
  '0 many'
over 'permits of parking beside a lock' 'q = new ReentrantLock() {
  q.lock(); q.unlock(); LockSupport.parkNanos(1L) || q.lock(); q.unlock() }' \
  '0 many'
done_testing
