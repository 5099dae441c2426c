import java.util.concurrent.locks.LockSupport;

/** What another thread is parked on is not followed: a program that asks gets no "no error". */
public class SoundBlocker {
  public static void main(String[] args) {
    Thread t = new Thread(() -> LockSupport.park("here"));
    t.start();
    LockSupport.getBlocker(args.length > 0 ? Thread.currentThread() : t);
    LockSupport.unpark(t);
  }
}
