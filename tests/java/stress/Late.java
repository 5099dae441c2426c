import java.util.ArrayList;
import java.util.List;

/**
 * Fails if a thread that sleeps for a second is faster than main: heddle finds this schedule, and a
 * JVM does not show it. It would also fail in runs that share static fields: `runs`, and with the
 * argument list, one that cannot be reset. With the argument exit, it ends the JVM.
 */
public class Late {
  private static int runs;
  private static int value;

  private static class Names {
    static final List<String> all = new ArrayList<>();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread late = new Thread(() -> {
      try {
        Thread.sleep(900);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      value = 1;
    });
    runs++;
    late.start();
    if (value == 1 || runs != 1) {
      throw new IllegalStateException("value " + value + ", runs " + runs);
    }
    if (args[0].equals("list")) {
      Names.all.add("run");
      if (Names.all.size() != 1) {
        throw new IllegalStateException("the list is old");
      }
    }
    if (args[0].equals("exit")) {
      System.exit(0);
    }
  }
}
