import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Sessions by user; each is opened only once. The class has no main method. */
public class CacheFixed {
  public record Session(String user, int number) {}

  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private int opened;

  /** Returns the user's session; opens it if there is none. */
  public Session open(String user) {
    return sessions.computeIfAbsent(user, u -> new Session(u, next()));
  }

  /** Ends the user's session, if there is one. */
  public boolean close(String user) {
    return sessions.remove(user) != null;
  }

  private synchronized int next() {
    return ++opened;
  }
}
