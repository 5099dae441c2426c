import java.util.concurrent.locks.LockSupport;

/** heddle does not track park blockers: a program that reads one never gets "no error". */
public class SoundBlocker {
  public static void main(String[] args) {
    Thread t = new Thread(() -> LockSupport.park("here"));
    t.start();
    LockSupport.getBlocker(args.length > 0 ? Thread.currentThread() : t);
    LockSupport.unpark(t);
  }
}
