import java.net.ServerSocket;
import java.util.concurrent.Callable;

/** On one path a native method is called that the JDK 17 has; later releases do without it. */
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
