#!/usr/bin/env bash
# Tests the records of contracts that heddle contains. For a random selection of classes, a new
# search of the scenarios with the same limit produces the same record.
#   WHOLE=1   all of them
# timeout: 7200
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
export XDG_DATA_HOME=$TEST_TMP/data
file=$TEST_TMP/records.jsonl
"$HEDDLE" contracts --json >"$TEST_TMP/all" || exit 1
# Compares the parts of a record that do not depend on the machine. A record of another build of the
# JDK holds if the classes that the scenarios execute are the same.
said='[.methods, .seeing, (.maxStates | tostring), (.scenarios | tostring)] | join(" | ")'
wanted() { # CLASS: prints the record that heddle uses
  jq -r --arg c "$1" ".[] | select(.class == \$c and .hash) | $said" "$TEST_TMP/all"
}
found() { # CLASS
  jq -r --arg c "${1//.//}" "select(.class == \$c) | $said" "$file" | tail -n 1
}
bound() { jq -r --arg c "$1" '.[] | select(.class == $c) | .maxStates' "$TEST_TMP/all"; }
mapfile -t classes < <(jq -r '.[] | select(.hash) | .class' "$TEST_TMP/all" | drawn_lines 8)
for class in "${classes[@]}"; do
  "$HEDDLE" contracts --verify -q --max-states "$(bound "$class")" --output "$file" "$class" \
    >"$TEST_TMP/out" 2>&1
  is "$class: exit status" $? 0
  is "$class" "$(found "$class")" "$(wanted "$class")"
done

# These scenarios have outcomes that are impossible if whole methods are single steps. The
# verification of each class must notice this, so that a search with the new records also reaches
# these outcomes, or gives no verdict. (If a record kept all methods, its steps end early enough.)
export XDG_DATA_HOME=$TEST_TMP/holes
ends() { # TEXT OPTION...: prints the outputs of the scenario
  "$HEDDLE" check -q --search dfs --outcomes --property deadlock "${@:2}" heddle.Scenario "$1" \
    >"$TEST_TMP/out" 2>&1
  sed -n 's/^  outcome [0-9]*: \(.*\), met .*/\1/p' "$TEST_TMP/out" | sort
}
hole() { # CLASS TEXT
  local each over
  if [ "$1" != "$shown" ]; then
    "$HEDDLE" contracts --verify -q --max-states 20000 "$1" >"$TEST_TMP/out" 2>&1
    is "$1: exit status" $? 0
    shown=$1
  fi
  each=$(ends "$2")
  is "$1: it has ends" "$([ "$(grep -c . <<<"$each")" -gt 1 ] && echo yes)" yes
  over=$(ends "$2" --contracts)
  grep -q '^inconclusive: .*can observe a state inside a step' "$TEST_TMP/out" && over=$each
  is "$1: $2" "$over" "$each"
}
shown=
lock='q = new ReentrantLock(); q.lock()'
hole ReentrantLock "$lock { q.unlock(); q.isLocked(); q.hasQueuedThread(t1) || q.lock() } 0"
hole ReentrantLock "$lock { q.unlock(); q.isLocked(); q.getQueueLength() || q.lock() } 0"
lock='all = new ReentrantReadWriteLock(); q = all.writeLock(); q.lock()'
hole 'ReentrantReadWriteLock$WriteLock' \
  "$lock { q.unlock(); all.isWriteLocked(); all.hasQueuedThread(t1) || q.lock() } 0"
hole Semaphore 'q = new Semaphore(0) { q.release(); q.availablePermits(); q.getQueueLength() ||
  q.acquire() } 0'
queue='new ConcurrentLinkedQueue(Arrays.asList(1, 5))'
hole StringBuffer "q = new StringBuffer(\"ab\"); y = $queue { q.append((Object) y) || y.poll();
  y.add(3) } q"
hole StringBuffer 'q = new StringBuffer("ab"); y = new AtomicIntegerArray(2) {
  q.append((Object) y) || y.set(0, 3); y.set(1, 4) } q'
hole StringBuffer 'q = new StringBuffer("ab"); y = new StringBuffer("cd") {
  q.append((CharSequence) y) || y.setLength(0); y.append("ef") } q'
hole Vector 'q = new Vector(); y = new Vector(Arrays.asList(1, 2));
  x = new Vector(Arrays.asList(1, 4)); q.add(y) { q.contains(x) || y.set(0, 3); y.set(1, 4) } 0'
hole 'Collections$SynchronizedCollection' "b = $queue; q = Collections.synchronizedCollection(b) {
  q.size() || b.poll(); b.add(3) } 0"
hole 'Collections$SynchronizedCollection' "b = new ArrayList(Arrays.asList(5, 4));
  q = Collections.synchronizedCollection(b) { q.remove((Object) 5) || b.get(0); b.size() } 0"
hole Properties 'b = new Properties(); b.setProperty("x0", "2"); q = new Properties(b) {
  q.getProperty("x0") || q.setProperty("x0", "3"); b.remove("x0") } 0'
done_testing
