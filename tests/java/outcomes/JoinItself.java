// outcome: elapsed
// again: --por none
// again: --sleep-sets

/**
 * A thread that joins itself with a time limit waits for its own end until that has elapsed;
 * interrupted before, it throws.
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
