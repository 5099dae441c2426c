import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The list is synchronized, the iteration over it is not. */
public class BrokenIterator {
  private final List<String> sessions = Collections.synchronizedList(new ArrayList<>());

  void login(String user) {
    sessions.add(user);
  }

  int active() {
    int n = 0;
    for (String s : sessions) if (!s.startsWith("guest")) n++;
    return n;
  }

  public static void main(String[] args) throws InterruptedException {
    BrokenIterator server = new BrokenIterator();
    server.login("anna");
    Thread web = new Thread(() -> server.login("ben"), "web");
    web.start();
    System.out.println(server.active());
    web.join();
  }
}
