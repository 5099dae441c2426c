import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cache of sessions with a thread that evicts expired ones. Bug: lookup checks containsKey and
 * then gets, so that an eviction in between gives a null session.
 */
public class SessionCache {
  static final class Session {
    final String user;
    final long created = System.currentTimeMillis();

    Session(String user) {
      this.user = user;
    }

    boolean olderThan(Duration age) {
      return System.currentTimeMillis() - created >= age.toMillis();
    }
  }

  private final Map<String, Session> sessions = new ConcurrentHashMap<>();

  void login(String token, String user) {
    sessions.put(token, new Session(user));
  }

  String userOf(String token) {
    if (!sessions.containsKey(token)) {
      return "anonymous";
    }
    return sessions.get(token).user;
  }

  void evict(Duration age) {
    sessions.values().removeIf(session -> session.olderThan(age));
  }

  public static void main(String[] args) throws InterruptedException {
    SessionCache cache = new SessionCache();
    cache.login("t-17", "ada");
    Thread reaper = new Thread(() -> cache.evict(Duration.ZERO), "reaper");
    Thread request = new Thread(() -> System.out.println(cache.userOf("t-17")), "request");
    reaper.start();
    request.start();
    reaper.join();
    request.join();
  }
}
