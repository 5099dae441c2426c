#!/usr/bin/env bash
# heddle confirm on environments of components (heddle env): exceptions, deadlocks, races, and
# results that no order of the calls returns, in each form that results have as text.
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP out=$tmp/out
mkdir -p "$tmp/p"
cat >"$tmp/Pairs.java" <<'EOF'
import java.math.BigInteger;
import java.util.*;

/** Each query reads the list twice, and its result tells whether the list changed in between. */
public class Pairs {
  enum Kind { SAME, CHANGED }

  private final List<Integer> all = new ArrayList<>();
  private int plain;

  public synchronized void add(int n) { all.add(n); }
  private synchronized int size() { return all.size(); }
  private boolean changed() { int n = size(); return n != size(); }
  public List<Integer> list() {
    List<Integer> l = new ArrayList<>();
    synchronized (this) { l.addAll(all); }
    synchronized (this) { l.addAll(all); }
    return l;
  }
  public Map<String, List<Integer>> map() { return Map.of("x", list()); }
  public Map.Entry<String, Integer> entry() { return Map.entry("n", changed() ? 1 : 0); }
  public Set<String> set() { return changed() ? new HashSet<>(List.of("p", "q")) : Set.of(); }
  public int[] numbers() { return new int[] {size(), size()}; }
  public double[][] nested() { return new double[][] {{size()}, {size() / 3.0}}; }
  public Kind kind() { return changed() ? Kind.CHANGED : Kind.SAME; }
  public Optional<Double> optional() { return changed() ? Optional.of(1.5) : Optional.empty(); }
  public Object object() { return changed() ? new Object() : ""; }
  public char letter() { return changed() ? '\u00e9' : 'a'; }
  public Object lambda() { return changed() ? (Runnable) () -> {} : null; }
  public float number() { return changed() ? 0.1f : 2; }
  public Class<?> type() { return changed() ? List.class : Map.class; }
  public BigInteger text() { return BigInteger.valueOf(changed() ? 1 : 0); }
  public void fails() { if (changed()) throw new IllegalStateException("changed"); }
  public void race() { plain++; }
  public void locks(Object o) { synchronized (o) { synchronized (this) { plain++; } } }
  public synchronized void locksBack(Object o) { synchronized (o) { plain++; } }
}
EOF
cat >"$tmp/p/Hidden.java" <<'EOF'
package p;

class Hidden {
  private int n;
  int get() { return n; }
  protected void add() { n++; }
}
EOF
"${JAVAC:-javac}" -g -d "$tmp" "$tmp/Pairs.java" "$tmp/p/Hidden.java" || exit 1

confirmed() { # NAME OPTION... CLASS: the error of the environment is seen in the JVM
  local name=$1
  shift
  rm -f "$tmp/c.htrace"
  "$HEDDLE" env -q --try 0 -cp "$tmp" -o "$tmp/c.htrace" "$@" >"$out" 2>&1
  is "$name: error" $? 1
  "$HEDDLE" confirm -q --runs 2 "$tmp/c.htrace" >"$out" 2>&1
  is "$name: confirmed" "$? $(sed -n '1s/.*: \(.* runs\),.*/\1/p' "$out")" '0 2 of 2 runs'
}
has() { # NAME PATTERN
  is "$1" "$(grep -cE -- "$2" "$out")" 1
}
refused() { # NAME REASON COMMAND...
  local name=$1 reason=$2
  shift 2
  "$HEDDLE" "$@" >"$out" 2>&1
  is "$name: status" $? 4
  has "$name" "$reason"
}

# ---- results
results() { # CALL...: that of the second thread tells that an add came in between
  local call
  for call; do
    confirmed "$call" --property linearizable --env scenario "add(1) || $call()" Pairs
  done
}
results list map entry set numbers nested kind optional object letter number type text fails
confirmed 'sequential' --property sequential --env scenario 'add(1) || kind()' Pairs
confirmed 'quiescent' --property quiescent --env scenario 'add(1) || kind()' Pairs
confirmed 'calls after the threads' --property linearizable \
  --env scenario --after 'get()' 'add() || add()' p.Hidden
confirmed 'calls that are drawn' --property linearizable --env all --length 1 Pairs

# ---- other errors
confirmed 'an exception' --property exception --env scenario 'add(1) || fails()' Pairs
confirmed 'an exception beside results' --env scenario 'add(1) || fails()' \
  --property exception,linearizable Pairs
confirmed 'a race' --property race --env scenario 'race() || race()' Pairs
confirmed 'a deadlock' --property deadlock \
  --env scenario 'locks("x") || locksBack("x")' Pairs
confirmed 'a component of the JDK' --property exception \
  --env scenario 'add(1) || forEach(x -> x.toString())' java.util.ArrayList
confirmed 'a class that is not public' --property race --env scenario 'add() || get()' p.Hidden

# ---- other results in the JVM are not the error
"$HEDDLE" env -q --try 0 -cp "$tmp" -o "$tmp/c.htrace" --property linearizable \
  --env scenario 'add(1) || kind()' Pairs >"$out" 2>&1
mkdir "$tmp/other"
sed 's/CHANGED : Kind.SAME/SAME : Kind.SAME/' "$tmp/Pairs.java" >"$tmp/other/Pairs.java"
"${JAVAC:-javac}" -g -d "$tmp/other" "$tmp/other/Pairs.java" || exit 1
"$HEDDLE" confirm -q --runs 1 -cp "$tmp/other" "$tmp/c.htrace" >"$out" 2>&1
is 'other classes: refused' $? 3

"$HEDDLE" env -q --try 0 -cp "$tmp" -o "$tmp/c.htrace" --property linearizable \
  --env scenario 'add(1) || lambda()' Pairs >"$out" 2>&1
refused 'a lambda' 'a result is a lambda' confirm "$tmp/c.htrace"

# ---- the commands around it
"$HEDDLE" env -q --try 0 -cp "$tmp" -o "$tmp/c.htrace" --property linearizable --confirm \
  --env scenario 'add(1) || kind()' Pairs >"$out" 2>&1
is 'heddle env --confirm: status of the search' $? 1
has 'heddle env --confirm' '^seen in java .*: 10 of 10 runs'
refused '--plain' 'heddle env --emit FILE writes one' confirm --plain 1 "$tmp/c.htrace"
refused '--stress' 'heddle env --emit FILE writes one' confirm --stress 1 "$tmp/c.htrace"
refused '--emit' 'heddle env --emit FILE writes the environment' \
  confirm --emit "$tmp/test" "$tmp/c.htrace"
"$HEDDLE" record --like "$tmp/c.htrace" -o "$tmp/r.htrace" >"$out" 2>&1
is 'record --like' $? 0
printf ':check\n:error\n:confirm 1\n' >"$tmp/script"
"$HEDDLE" debug -cp "$tmp" --batch "$tmp/script" --property linearizable \
  --env scenario 'add(1) || kind()' Pairs >"$out" 2>&1
has ':confirm in the debugger' 'seen in java .*: 1 of 1 runs'
"$HEDDLE" env -q -cp "$tmp" --restart luby --confirm --env random Pairs >"$out" 2>&1
is 'with restarts: refused' $? 2
done_testing
