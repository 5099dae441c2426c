// outcome: false false false
// outcome: false false true
// outcome: false true true
// outcome: true false true
// outcome: true true true
// again: --search bfs --sleep-sets
// again: --search dpor
// again: --contracts
// again: --por none
import java.util.concurrent.locks.ReentrantLock;

/** Main inspects a lock while another thread takes it: the lock is held before it has an owner. */
public class LockOwners {
  static final ReentrantLock lock = new ReentrantLock();

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(lock::lock);
    other.start();
    boolean before = lock.isLocked();
    boolean owned = !lock.toString().endsWith("[Unlocked]");
    System.out.println(before + " " + owned + " " + lock.isLocked());
    other.join();
  }
}
