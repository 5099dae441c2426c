/** A loop may poll a thread's state: the code after such a loop is reached. */
public class SoundGetState {
  static final Object lock = new Object();

  static void await(Thread t, Thread.State s) {
    while (t.getState() != s) Thread.yield();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      synchronized (lock) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          return;
        }
      }
    });
    if (t.getState() != Thread.State.NEW) throw new AssertionError();
    t.start();
    await(t, Thread.State.WAITING);
    synchronized (lock) {
      lock.notify();
      await(t, Thread.State.BLOCKED);
    }
    await(t, Thread.State.TERMINATED);
    throw new IllegalStateException("all seen");
  }
}
