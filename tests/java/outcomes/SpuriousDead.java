import java.util.concurrent.locks.LockSupport;

// outcome deadlock: a
// outcome: ab
// options: --spurious 1
// again: --sleep-sets
// again: --search bfs
// again: --search context-bounded

/**
 * Where only a wake-up without a cause could go on, the program stands still: that is an end too.
 */
public class SpuriousDead {
  public static void main(String[] args) {
    System.out.print("a");
    LockSupport.park();
    System.out.print("b");
  }
}
