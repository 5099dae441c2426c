import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

/**
 * --atomic: a section ends for the other threads if it blocks or if it loops until another thread
 * acts.
 */
public class SoundAtomicWait {
  static volatile int x;

  /** While main waits inside a section, the two threads add as they would without the section. */
  static void blocks() throws InterruptedException {
    CountDownLatch both = new CountDownLatch(2);
    for (int i = 0; i < 2; i++)
      new Thread(() -> {
        x = x + 1;
        both.countDown();
      }).start();
    both.await();
    assert x == 2 : "lost";
  }

  /** While main waits inside a section, other threads can run; one sees main waiting. */
  static void waits() throws InterruptedException {
    Thread main = Thread.currentThread();
    CountDownLatch one = new CountDownLatch(1);
    new Thread(() -> {
      if (main.getState() == Thread.State.WAITING) throw new IllegalStateException("main waits");
      one.countDown();
    }).start();
    one.await();
  }

  /** get() yields while the task has its result but not its final state. */
  static void spins() throws Exception {
    FutureTask<Integer> task = new FutureTask<>(() -> 1);
    new Thread(task).start();
    assert task.get() == 1 : "another result";
  }

  public static void main(String[] args) throws Exception {
    if (args[0].equals("blocks")) blocks();
    else if (args[0].equals("waits")) waits();
    else spins();
  }
}
