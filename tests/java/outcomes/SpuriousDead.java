import java.util.concurrent.locks.LockSupport;

// outcome deadlock: a
// outcome: ab
// options: --spurious 1
// again: --sleep-sets
// again: --search bfs
// again: --search context-bounded

/**
 * If the program can continue only after a spurious wakeup, it may also deadlock.
 */
public class SpuriousDead {
  public static void main(String[] args) {
    System.out.print("a");
    LockSupport.park();
    System.out.print("b");
  }
}
