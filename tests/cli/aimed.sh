#!/usr/bin/env bash
# The search aimed: guided searches towards the program's own throw statements and orders of its
# accesses. It finds errors that need one schedule among many of a hundred threads, and so does
# plain heddle check.
# timeout: 400
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
unset HEDDLE_SEARCH
s=$HEDDLE_SAMPLES tmp=$TEST_TMP
both=(--property exception,deadlock --try 0)
# On an idle machine the default of 30 s is enough (make bench-answers).
readonly limit=$((90 * ${HEDDLE_SLOW:-1}))

finds() { # NAME OPTION... MAIN ARGUMENT...: an error, within a bound on transitions
  local name=$1
  shift
  check_json "$tmp/out" --search aimed --max-states 300000 "${both[@]}" "$@"
  is "$name" "$? $(json_value "$tmp/out" kind)" '1 java.lang.IllegalStateException'
}
for seed in 1 2 3; do
  finds "a half update of 49 threads, seed $seed" --seed $seed -cp "$s/Reorder" Reorder 49 1
  finds "a half update of 99 threads, seed $seed" --seed $seed -cp "$s/Reorder" Reorder 99 1
  finds "a missing stage of 99 threads, seed $seed" --seed $seed -cp "$s/TwoStage" TwoStage 99 1
done
for program in 'Reorder 49 1' 'Reorder 99 1' 'TwoStage 99 1'; do
  # shellcheck disable=SC2086 # the program and its arguments
  "$HEDDLE" check "${both[@]}" --time $limit -cp "$s/${program%% *}" $program >"$tmp/out" 2>&1
  is "$program by default" \
    "$? $(grep -c '^error: uncaught java.lang.IllegalState' "$tmp/out")" '1 1'
done

# ---- what is a target
cat >"$tmp/Throws.java" <<'EOF'
public class Throws {
  static volatile int turns;

  static void fail(String why) {
    throw new IllegalStateException(why);
  }

  /** Never throws: the search has to give up this target for the next. */
  static void impossible(int n) {
    if (n < 0) fail("below zero");
    if (n * 2 % 2 == 1) throw new IllegalStateException("odd");
  }

  static void unlikely() {
    for (int i = 1; i <= 12; i++)
      if (turns != i) return;
      else Thread.yield();
    throw new IllegalStateException("twelve turns");
  }

  public static void main(String[] args) {
    switch (args[0]) {
      case "turns":
        new Thread(() -> { for (int i = 1; i <= 12; i++) turns = i; }).start();
        new Thread(() -> { impossible(turns); unlikely(); }).start();
        break;
    }
  }
}
EOF
"$JAVAC" -g -d "$tmp" "$tmp/Throws.java" || exit 1
finds 'the second target' -cp "$tmp" Throws turns
cat >"$tmp/AtTheEnd.java" <<'EOF'
/** Main sees at the end what a thread has seen half done. */
public class AtTheEnd {
  static volatile int first, second, count;

  public static void main(String[] args) throws InterruptedException {
    Thread[] all = new Thread[30];
    int[] seen = new int[2];
    for (int i = 0; i < all.length; i++)
      all[i] = new Thread(() -> {
        first = 1;
        second = 1;
      });
    Thread reader = new Thread(() -> {
      seen[0] = first;
      seen[1] = second;
    });
    for (Thread t : all) t.start();
    reader.start();
    reader.join();
    if (seen[0] != seen[1]) throw new IllegalStateException("half");
  }
}
EOF
cat >"$tmp/None.java" <<'EOF'
import java.util.ArrayList;
import java.util.List;

public class None {
  public static void main(String[] args) {
    List<Integer> list = new ArrayList<>();
    new Thread(() -> { synchronized (list) { list.add(1); } }).start();
    try {
      synchronized (list) {
        list.subList(0, list.size()).size();
      }
    } finally {
      Thread.yield();
    }
  }
}
EOF
"$JAVAC" -g -d "$tmp" "$tmp/AtTheEnd.java" "$tmp/None.java" || exit 1
finds 'a half update that main sees at the end' -cp "$tmp" AtTheEnd
"$HEDDLE" check --search aimed "${both[@]}" -cp "$tmp" None >"$tmp/out" 2>&1
is 'rethrows and the library are no targets' \
  "$? $(grep -c '^inconclusive: the program itself throws nothing and has no conf' "$tmp/out")" '4 1'
done_testing
