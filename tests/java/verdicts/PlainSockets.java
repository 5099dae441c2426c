import java.net.ServerSocket;
import java.util.concurrent.Callable;

/** One path calls a native method that exists in JDK 17 but not in later releases. */
public class PlainSockets {
  static volatile boolean asked;

  public static void main(String[] args) throws Exception {
    Callable<Object> ask =
        () -> {
          System.setProperty("jdk.net.usePlainSocketImpl", "true");
          return new ServerSocket();
        };
    Thread t = new Thread(() -> asked = true);
    t.start();
    if (asked) ask.call();
    t.join();
  }
}
