import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Handles requests in a pool; the user is in a ThreadLocal. Bug: the user is not removed after a
 * request, so that an anonymous request on the same worker acts as that user.
 */
public class RequestContext {
  private static final ThreadLocal<String> USER = new ThreadLocal<>();

  private static String handle(String user) {
    if (user != null) {
      USER.set(user);
    }
    String acting = USER.get();
    if (user == null && acting != null) {
      throw new SecurityException("anonymous request acts as " + acting);
    }
    return acting;
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Callable<String>> requests = new ArrayList<>();
    requests.add(() -> handle("root"));
    requests.add(() -> handle(null));
    requests.add(() -> handle(null));
    try {
      for (Future<String> answer : pool.invokeAll(requests)) {
        System.out.println(answer.get());
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
