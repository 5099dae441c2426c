import java.util.concurrent.atomic.AtomicInteger;

/** Peterson's algorithm: one thread at a time. */
public class Mutex {
  static volatile boolean wants0, wants1;
  static volatile int turn;
  static final AtomicInteger inside = new AtomicInteger();

  static void critical() {
    if (inside.incrementAndGet() != 1) throw new AssertionError("two threads inside");
    inside.decrementAndGet();
  }

  static void first() {
    turn = 1;
    wants0 = true;
    while (wants1 && turn == 1) Thread.onSpinWait();
    critical();
    wants0 = false;
  }

  static void second() {
    turn = 0;
    wants1 = true;
    while (wants0 && turn == 0) Thread.onSpinWait();
    critical();
    wants1 = false;
  }

  public static void main(String[] args) {
    new Thread(Mutex::first).start();
    new Thread(Mutex::second).start();
  }
}
