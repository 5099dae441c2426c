// outcome: 0 false
// outcome: 0 true
// outcome: 1 false
// outcome: 1 true
// options: --patience 0
// again: --por none
// again: --sleep-sets
// again: --search dpor
// again: --search dpor --por none

/** A join with a time limit may give up behind all that the thread does but its end. */
public class JoinElapses {
  static volatile int x;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> x = 1);
    t.start();
    int seen = x;
    t.join(1500);
    System.out.print(seen + " " + t.isAlive());
  }
}
