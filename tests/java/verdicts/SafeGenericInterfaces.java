import java.lang.reflect.Type;
import java.util.function.Supplier;

/** Two threads ask a class for its generic interfaces, which the JDK parses once and caches. */
public class SafeGenericInterfaces {
  static final class Names implements Supplier<String> {
    @Override
    public String get() {
      return "name";
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Runnable ask = () -> {
      Type[] found = Names.class.getGenericInterfaces();
      if (found.length != 1) {
        throw new IllegalStateException("interfaces: " + found.length);
      }
    };
    Thread[] threads = {new Thread(ask), new Thread(ask)};
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
