#!/usr/bin/env bash
# Runs of executors, futures, fork/join tasks, parallel streams and timers that were recorded in the
# real JVM are followed to their last event.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
cat >"$TEST_TMP/Tasks.java" <<'J'
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

public class Tasks {
  static void fixed() throws Exception {
    ExecutorService e = Executors.newFixedThreadPool(2);
    List<Future<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int n = i;
      all.add(e.submit(() -> n * n));
    }
    for (Future<Integer> f : all) f.get();
    e.shutdown();
    e.awaitTermination(1, TimeUnit.SECONDS);
  }

  static void cached() throws Exception {
    ExecutorService e = Executors.newCachedThreadPool();
    List<Callable<Integer>> calls = List.of(() -> 1, () -> 2, () -> 3);
    for (Future<Integer> f : e.invokeAll(calls)) f.get();
    e.invokeAny(calls);
    e.shutdown();
  }

  static void scheduled() throws Exception {
    ScheduledExecutorService e = Executors.newScheduledThreadPool(1);
    e.schedule(() -> 3, 5, TimeUnit.MILLISECONDS).get();
    e.shutdown();
  }

  static void futures() throws Exception {
    CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 5);
    CompletableFuture<Integer> b = CompletableFuture.supplyAsync(() -> 4);
    a.thenCombine(b, Integer::sum).thenApplyAsync(x -> x + 1).get();
  }

  static void timer() throws Exception {
    Timer t = new Timer(true);
    CountDownLatch twice = new CountDownLatch(2);
    t.schedule(new TimerTask() {
      @Override
      public void run() {
        twice.countDown();
      }
    }, 1, 1);
    twice.await();
    t.cancel();
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "fixed": fixed(); break;
      case "cached": cached(); break;
      case "scheduled": scheduled(); break;
      case "futures": futures(); break;
      case "timer": timer(); break;
      case "fork": new ForkJoinPool(2).submit(() -> 5).get(); break;
      default: IntStream.range(0, 100).parallel().sum();
    }
  }
}
J
"$JAVAC" -g -d "$TEST_TMP" "$TEST_TMP/Tasks.java" || exit 1

# Events inside the library that the trace does not contain are searched for, within bounds: a
# second recording may be easier.
follow() { # CASE
  local i status=1
  for i in 1 2 3 4; do
    timeout 30 "$HEDDLE" record -q -o "$TEST_TMP/$1.htrace" -cp "$TEST_TMP" Tasks "$1" >/dev/null \
      2>&1 || continue
    "$HEDDLE" replay --json --time 60 "$TEST_TMP/$1.htrace" >"$TEST_TMP/$1.json" \
      2>"$TEST_TMP/$1.err"
    [ "$(json_value "$TEST_TMP/$1.json" replayed)" = true ] && { status=0; break; }
  done
  if [ $status -eq 0 ]; then
    ok "$1"
  else
    not_ok "$1" "$(head -c 400 "$TEST_TMP/$1.json")" "$(head -n 3 "$TEST_TMP/$1.err")"
  fi
}
for name in fixed cached scheduled futures timer fork stream; do follow "$name"; done
done_testing
