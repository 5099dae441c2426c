/** Copies between two shared arrays under a lock, followed by a race. */
public class CopyThenRace {
  static final int[] from = {1, 2, 3, 4}, to = new int[4];
  static final Object lock = new Object();
  static int count;

  static void copyAndCount() {
    synchronized (lock) {
      System.arraycopy(from, 0, to, 0, from.length);
    }
    count++;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(CopyThenRace::copyAndCount);
    t.start();
    copyAndCount();
    t.join();
  }
}
