/** A configuration is published through a plain field. */
public class StaleConfig {
  static class Config {
    int timeout;
    String host;

    Config(int timeout, String host) {
      this.timeout = timeout;
      this.host = host;
    }
  }

  private Config current;

  void reload() {
    current = new Config(30, "db-1");
  }

  String connect() {
    Config c = current;
    if (c == null) return "default";
    return c.host.toUpperCase() + ":" + c.timeout;
  }

  public static void main(String[] args) throws InterruptedException {
    StaleConfig server = new StaleConfig();
    Thread reloader = new Thread(server::reload, "reloader");
    reloader.start();
    System.out.println(server.connect());
    reloader.join();
  }
}
