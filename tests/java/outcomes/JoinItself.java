// outcome: elapsed
// again: --por none
// again: --sleep-sets

/**
 * A thread that joins itself with a time limit waits until the time has elapsed. If it was
 * interrupted before, the join throws.
 */
public class JoinItself {
  public static void main(String[] args) throws InterruptedException {
    Thread.currentThread().join(1);
    Thread.currentThread().interrupt();
    try {
      Thread.currentThread().join(1);
      System.out.println("not thrown");
    } catch (InterruptedException e) {
      System.out.println("elapsed");
    }
  }
}
