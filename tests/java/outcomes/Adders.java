// outcome: 0 2
// outcome: 1 2
// outcome: 2 2

import java.util.concurrent.atomic.LongAdder;

/** LongAdder loses no increment; a sum taken meanwhile may miss some of them. */
public class Adders {
  public static void main(String[] args) throws InterruptedException {
    LongAdder a = new LongAdder();
    Thread t = new Thread(a::increment), u = new Thread(a::increment);
    t.start();
    u.start();
    long between = a.sum();
    t.join();
    u.join();
    System.out.println(between + " " + a.sum());
  }
}
