import java.util.concurrent.locks.LockSupport;

/** Neither a sleep nor a yield consumes the permit of an earlier unpark. */
public class SoundPermit {
  public static void main(String[] args) throws InterruptedException {
    LockSupport.unpark(Thread.currentThread());
    Thread.sleep(1);
    LockSupport.park();
    LockSupport.unpark(Thread.currentThread());
    Thread.yield();
    LockSupport.park();
  }
}
