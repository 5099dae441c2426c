#!/usr/bin/env bash
# The report of a deadlock contains the cycle, the joined threads, and the locks with class, number,
# field and owner.
set -u
. "$HEDDLE_ROOT/tests/tools/support.sh"
n=0 failed=0

says() { # WHAT TEXT PATTERN
  n=$((n + 1))
  if grep -qE -- "$3" <<<"$2"; then
    echo "ok $n - $1"
  else
    echo "not ok $n - $1: no /$3/ in"
    sed 's/^/# /' <<<"$2"
    failed=1
  fi
}

text() { # MAIN [ARG...]
  "$HEDDLE" check --property deadlock -cp "$TEST_TMP" "$@"
}

cat >"$TEST_TMP/Stuck.java" <<'J'
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

public class Stuck {
  static final Object[] forks = {new Object(), new Object()};
  final ReentrantLock lock = new ReentrantLock();
  static FutureTask<Integer> first, second;
  static final CountDownLatch latch = new CountDownLatch(1);

  void abandon() throws InterruptedException {
    Thread t = new Thread(lock::lock);
    t.start();
    t.join();
    lock.lock();
    lock.unlock();
  }

  static void take(int a, int b) {
    synchronized (forks[a]) {
      synchronized (forks[b]) {
        a = b;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "monitors":
        new Thread(() -> take(0, 1), "left").start();
        new Thread(() -> take(1, 0), "right").start();
        break;
      case "tasks":
        first = new FutureTask<>(() -> second.get());
        second = new FutureTask<>(() -> first.get());
        new Thread(first, "one").start();
        new Thread(second, "two").start();
        break;
      case "abandoned": new Stuck().abandon(); break;
      case "latch": latch.await(); break;
      default: {
        Thread t = new Thread(() -> {
          try {
            new LinkedBlockingQueue<String>().take();
          } catch (InterruptedException e) {
            return;
          }
        }, "taker");
        t.start();
        t.join();
      }
    }
  }
}
J
"$JAVAC" -g -d "$TEST_TMP" "$TEST_TMP/Stuck.java" || exit 1

t=$(text Stuck monitors)
says 'the cycle of monitors is shown' "$t" '^    circle: T1 left -> T2 right -> T1 left$'
says 'a monitor is shown with its array and its owner' "$t" \
  'thread T1 left: blocked on the monitor of Object#[12] "Stuck.forks\[1\]", held by T2 right \(taken at'
t=$(text Stuck tasks)
says 'the cycle of tasks is shown' "$t" '^    circle: T1 one -> T2 two -> T1 one$'
says 'a task is shown with the thread that runs it' "$t" \
  'thread T1 one: parked for the result of FutureTask#[12] "Stuck.second", run by T2 two$'
t=$(text Stuck abandoned)
says 'the lock of an ended thread is shown' "$t" \
  'thread T0 main: parked for ReentrantLock#1 "lock", held by T1 .*, which has ended$'
t=$(text Stuck latch)
says 'a latch is shown instead of its synchronizer' "$t" \
  'thread T0 main: parked for CountDownLatch#1 "Stuck.latch", whose count is 1$'
t=$(text Stuck queue)
says 'a joined thread is named' "$t" 'thread T0 main: joining thread T1 taker$'
says 'an awaited queue is shown' "$t" \
  'thread T1 taker: parked for an element of LinkedBlockingQueue#1, which is empty$'
echo "1..$n"
exit $failed
