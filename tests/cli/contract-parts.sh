#!/usr/bin/env bash
# heddle check --contracts: a step covers only the parts of its object. The same ends are reached as
# with every step, and a contract is omitted only if the program does not fit it.
# STRESS builds run this.
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
out=$TEST_TMP/out

ends() { # TEXT OPTION...: prints the outputs of the scenario, a line for each end
  local text=$1
  shift
  "$HEDDLE" check -q --outcomes --property deadlock --search dfs "$@" heddle.Scenario "$text" \
    >"$out" 2>&1
  sed -nE 's/.*(exit [0-9]+, printed ".*"), met .*/\1/p' "$out" | sort
}
left_out() { sed -n 's/.*without the contracts of \(.*\), whose steps.*/\1/p' "$out"; }
parts() { # NAME ENDS LEFT-OUT TEXT
  local each one
  each=$(ends "$4")
  is "$1: the number of ends" "$(grep -c . <<<"$each")" "$2"
  one=$(ends "$4" --contracts)
  is "$1: the ends are the same with contracts" "$one" "$each"
  is "$1: the omitted contracts" "$(left_out)" "$3"
}

j=java.util.concurrent.
map="${j}ConcurrentHashMap and ${j}ConcurrentHashMap\$KeySetView"

# ---- objects that are not parts ----
parts 'an element is not a part' \
  2 '' 'q = new Vector(); e = new Vector(); e.add(1); e.add(0); q.add(e);
  w = new Vector(); w.add(1); w.add(2) { q.contains(w) || e.set(0, 0); e.set(1, 2) }'
parts 'an argument is not a part' 4 '' 'x = new AtomicIntegerArray(2); q = new StringBuffer() {
  q.append((Object) x) || x.set(0, 1); x.set(1, 1) } q'
parts 'an argument of the same class is not a part' \
  5 '' 'x = new StringBuffer("ab"); q = new StringBuffer() {
  q.append((CharSequence) x) || x.setLength(0); x.append("c") } q'
parts 'a wrapped object that others also reach is not a part' 3 '' 'x = new ConcurrentLinkedQueue();
  q = Collections.synchronizedCollection(x) { q.size() || x.add(1); x.add(2); x.poll() } 0'
parts 'the defaults of Properties are not a part' \
  3 '' 'd = new Properties(); d.setProperty("a", "1"); q = new Properties(d) {
  q.getProperty("a") || d.setProperty("a", "2"); q.setProperty("a", "3") } 0'
parts 'a future that completes another one is not a part' 4 '' 'q = new CompletableFuture();
  d = q.thenApply(x -> 3) { q.complete(1) || q.isDone(); d.isDone() } 0'
parts 'a verified method that is called on another object' 2 "$map" '
  c = new ConcurrentHashMap(); c.put(1, 1);
  q = new Hashtable(); q.put(1, 1) { q.equals(c) || c.put(2, 2); c.remove(2) } 0'

# ---- objects that are parts ----
parts 'a wrapped object that nothing else reaches' 6 '' \
  'q = Collections.synchronizedList(new ArrayList()) { q.add(2); q.add(3) || q.size(); q.size() }'
is '... is a part: its methods are single steps' \
  "$(grep -c '^no error: .*, taking 2 methods' "$out")" 1
parts 'the map of a view is a part' 3 '' 'm = new ConcurrentHashMap(); q = m.keySet() {
  q.contains(5); q.remove(5) || m.put(5, 1); m.put(6, 1) } q'
parts 'an array that was handed out' 3 '' 'q = new Vector(); q.add(1); h = new AtomicReference() {
  a = q.toArray(); h.set(a) || q.add(2); q.add(3) } q'
states() { sed -nE 's/^ *([0-9]+) states,.*/\1/p' "$out"; }
queue='q = new ArrayBlockingQueue(1) { q.put(1); q.put(2) || q.take(); q.take() }'
ends "$queue" >/dev/null
all=$(states)
ends "$queue" --contracts >/dev/null
is 'the lock and the conditions of a queue are parts of it' \
  "$([ $((20 * $(states))) -lt "$all" ] && echo few)" few

# ---- parts that are handed out later ----
pool='q = new ThreadPoolExecutor(1, 1, 0L, TimeUnit.SECONDS, new LinkedBlockingQueue(1),
  r -> daemon(r))'
ends "$pool { q.execute(-> 1); q.execute(-> 2) || q.isShutdown() }" --contracts >/dev/null
is 'the queue of a pool is a part of the pool' "$(left_out)" ''
ends "$pool { q.execute(-> 1); q.execute(-> 2) || q.getQueue().size() }" --contracts >/dev/null
is '... until the program calls getQueue' "$(left_out)" \
  "${j}ThreadPoolExecutor and ${j}ThreadPoolExecutor\$Worker"
ends "b = new LinkedBlockingQueue(1); q = new ThreadPoolExecutor(1, 1, 0L, TimeUnit.SECONDS, b,
  r -> daemon(r)) { q.execute(-> 1) || b.size() }" --contracts >/dev/null
is '... but not if the program made the queue' "$(left_out)" ''
mkdir "$TEST_TMP/sub"
cat >"$TEST_TMP/sub/Opened.java" <<'END'
import java.util.Vector;

/** A subclass that looks at the fields of the class with the contract. */
public class Opened extends Vector<Integer> {
  int count() {
    return elementCount;
  }

  public static void main(String[] args) throws InterruptedException {
    Opened o = new Opened();
    Thread t = new Thread(() -> o.add(1));
    t.start();
    if (args.length > 0) o.count();
    o.add(2);
    t.join();
  }
}
END
"$JAVAC" -d "$TEST_TMP/sub" "$TEST_TMP/sub/Opened.java"
"$HEDDLE" check -q --property deadlock --contracts -cp "$TEST_TMP/sub" Opened >"$out" 2>&1
is 'a subclass inherits the contract' "$? $(left_out)" '0 '
"$HEDDLE" check -q --property deadlock --contracts -cp "$TEST_TMP/sub" Opened fields >"$out" 2>&1
is '... unless it accesses the fields itself' "$? $(left_out)" '0 java.util.Vector'
done_testing
