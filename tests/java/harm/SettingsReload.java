import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A server whose settings an administrator replaces while requests are handled. */
public class SettingsReload {
  static class Settings {
    String host;
    int port;

    static Settings parse(String text) {
      int colon = text.indexOf(':');
      Settings s = new Settings();
      s.host = text.substring(0, colon);
      s.port = Integer.parseInt(text.substring(colon + 1));
      return s;
    }
  }

  private Settings settings = Settings.parse("old:80");

  void reload(String text) {
    settings = Settings.parse(text);
  }

  String handle() {
    Settings s = settings;
    if (s.port == 0) {
      throw new IllegalStateException("no port for host " + s.host);
    }
    return s.host + ":" + s.port;
  }

  public static void main(String[] args) throws Exception {
    SettingsReload server = new SettingsReload();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    Future<String> answer = pool.submit(server::handle);
    server.reload("new:8080");
    System.out.println(answer.get());
    pool.shutdown();
  }
}
