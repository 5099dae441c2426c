// outcome: 0 false
// outcome: 0 true
// outcome: 1 false
// outcome: 1 true
// options: --patience 0
// again: --por none
// again: --sleep-sets
// again: --search dpor
// again: --search dpor --por none

/** A timed join may elapse at any point before the thread ends, even after its last statement. */
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
