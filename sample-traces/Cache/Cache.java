import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Sessions by user; each should be opened only once. The class has no main method. */
public class Cache {
  public record Session(String user, int number) {}

  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private int opened;

  /** Returns the user's session; opens it if there is none. */
  public Session open(String user) {
    Session session = sessions.get(user);
    if (session == null) {
      session = new Session(user, next());
      sessions.put(user, session);
    }
    return session;
  }

  /** Ends the user's session, if there is one. */
  public boolean close(String user) {
    return sessions.remove(user) != null;
  }

  private synchronized int next() {
    return ++opened;
  }
}
