import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Sessions by user, each opened once: a class without a main. */
public class Cache {
  public record Session(String user, int number) {}

  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private int opened;

  /** The user's session, opened when there is none. */
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
