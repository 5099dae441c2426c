#!/usr/bin/env bash
# Tasks that run in a pool of four threads, recorded in the real JVM. The trace does not record
# which worker took which task (this shows only at the end of the task), nor which of two threads
# that wait for room in a queue proceeds first. Replay follows the runs to their last event, even if
# the tasks work inside the library.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
cat >"$tmp/Work.java" <<'J'
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Work {
  private long total;

  private synchronized void add(long more) {
    total += more;
  }

  static long sieve(int task) {
    boolean[] composite = new boolean[2000 + task];
    long sum = 0;
    for (int i = 2; i < composite.length; i++) {
      if (!composite[i]) sum += i;
      for (int k = 2 * i; k < composite.length && !composite[i]; k += i) composite[k] = true;
    }
    return sum;
  }

  static long digest(int task) throws Exception {
    MessageDigest sha = MessageDigest.getInstance("SHA-256");
    return sha.digest(("message " + task).getBytes(StandardCharsets.UTF_8))[0];
  }

  private void produce(BlockingQueue<Integer> queue, int from, int count) throws Exception {
    for (int i = 0; i < count; i++) queue.put(from + i);
  }

  private void consume(BlockingQueue<Integer> queue, int count) throws Exception {
    for (int i = 0; i < count; i++) add(sieve(queue.take()));
  }

  public static void main(String[] args) throws Exception {
    Work work = new Work();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Future<?>> all = new ArrayList<>();
    int count = Integer.parseInt(args[1]);
    BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(3);
    for (int i = 0; args[0].equals("queue") && i < 2; i++) {
      int from = 200 * i;
      all.add(pool.submit(() -> {
        work.produce(queue, from, count);
        return null;
      }));
      all.add(pool.submit(() -> {
        work.consume(queue, count);
        return null;
      }));
    }
    for (int i = 0; !args[0].equals("queue") && i < count; i++) {
      int task = i;
      all.add(pool.submit(() -> {
        work.add(args[0].equals("sieve") ? sieve(task) : digest(task));
        return null;
      }));
    }
    for (Future<?> f : all) f.get();
    pool.shutdown();
    System.out.println(work.total);
  }
}
J
"$JAVAC" -g -d "$tmp" "$tmp/Work.java"

# The search is bounded, and each recording is different, so sometimes one is not followed.
followed() { # LEAST ARGS...: at least LEAST of four runs must be followed to their end
  local least=$1 run done=0 seen=''
  shift
  for run in 1 2 3 4; do
    "$HEDDLE" record -q -o "$tmp/$1-$run.htrace" -cp "$tmp" Work "$@" >/dev/null
    is "$1-$run: recorded" $? 0
    "$HEDDLE" replay -q --json --back 0 --depth 1 --property deadlock -cp "$tmp" \
      "$tmp/$1-$run.htrace" >"$tmp/json" 2>&1
    seen+=" $(json_value "$tmp/json" replayed) $(json_value "$tmp/json" matched)"
    seen+=" of $(json_value "$tmp/json" monitored),"
    [ "$(json_value "$tmp/json" replayed)" = true ] &&
      [ "$(json_value "$tmp/json" matched)" = "$(json_value "$tmp/json" monitored)" ] &&
      done=$((done + 1))
  done
  if [ $done -ge "$least" ]; then
    ok "$1: at least $least of 4 runs are followed to their end"
  else
    not_ok "$1: at least $least of 4 runs are followed to their end" "$seen"
  fi
}
followed 3 sieve 40
followed 3 digest 12
followed 2 queue 15
done_testing
