import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A lazily made registry. Bug: getInstance publishes the instance before it has registered the
 * default plug-ins, so that another thread may miss one.
 */
public final class PluginRegistry {
  private static volatile PluginRegistry instance;
  private final Map<String, Runnable> plugins = new HashMap<>();

  static PluginRegistry getInstance() {
    if (instance == null) {
      synchronized (PluginRegistry.class) {
        if (instance == null) {
          instance = new PluginRegistry();
          instance.registerDefaults();
        }
      }
    }
    return instance;
  }

  private void registerDefaults() {
    plugins.put("json", () -> System.out.println("json ready"));
    plugins.put("xml", () -> System.out.println("xml ready"));
  }

  Runnable find(String name) {
    return Objects.requireNonNull(plugins.get(name), () -> "no plug-in " + name);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread[] users = IntStream.range(0, 2)
        .mapToObj(i -> new Thread(() -> getInstance().find("xml").run(), "user-" + i))
        .toArray(Thread[]::new);
    for (Thread user : users) {
      user.start();
    }
    for (Thread user : users) {
      user.join();
    }
  }
}
