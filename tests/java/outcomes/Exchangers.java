// outcome: b a
// outcome: timeout timeout

import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Two threads exchange values with a timeout: both get the other's value, or neither does. */
public class Exchangers {
  static final Exchanger<String> x = new Exchanger<>();

  static String exchange(String s) {
    try {
      return x.exchange(s, 1, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return "timeout";
    } catch (InterruptedException e) {
      return "interrupted";
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String[] other = new String[1];
    Thread t = new Thread(() -> other[0] = exchange("b"));
    t.start();
    String mine = exchange("a");
    t.join();
    System.out.println(mine + " " + other[0]);
  }
}
