/**
 * Two paths lead to states that differ only in the clock; the next read of the clock tells them
 * apart. The argument makes one path an error.
 */
public class SoundSlowWay {
  static volatile boolean slow, between;

  static void pause(int milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static boolean takes(int milliseconds, Runnable way) throws InterruptedException {
    long start = System.nanoTime();
    Thread t = new Thread(way);
    t.start();
    slow = true;
    slow = false;
    t.join();
    return System.nanoTime() - start >= milliseconds * 1_000_000L;
  }

  /**
   * Another thread has advanced the clock as far, but not this thread's own time: after the slow
   * path its next sleep ends later.
   */
  static boolean aside() throws InterruptedException {
    new Thread(() -> pause(50)).start();
    return takes(80, () -> {
      if (slow) pause(50);
      between = true;
      pause(30);
    });
  }

  public static void main(String[] args) throws InterruptedException {
    boolean paused = args.length > 1 ? aside() : takes(50, () -> {
      if (slow) pause(50);
    });
    if (paused == args[0].equals("slow")) throw new IllegalStateException(args[0]);
  }
}
