import java.util.concurrent.Callable;

/** On one path a native method is called that the JDK 17 has; later releases do without it. */
@SuppressWarnings("removal")
public class ContextOf {
  static volatile boolean asked;

  static class Context extends SecurityManager {
    int depth() {
      return getClassContext().length;
    }
  }

  public static void main(String[] args) throws Exception {
    Callable<Integer> ask = () -> new Context().depth();
    Thread t = new Thread(() -> asked = true);
    t.start();
    if (asked) ask.call();
    t.join();
  }
}
