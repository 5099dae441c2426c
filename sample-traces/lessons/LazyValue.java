import java.util.function.Supplier;

/** A value that is created when it is first used. */
public class LazyValue {
  static class Settings {
    int limit = 7;
  }

  private Settings settings;
  private final Supplier<Settings> maker = Settings::new;

  Settings get() {
    if (settings == null) {
      synchronized (this) {
        if (settings == null) {
          settings = maker.get();
        }
      }
    }
    return settings;
  }

  void use() {
    int limit = get().limit;
    if (limit != 7) throw new IllegalStateException("limit " + limit);
  }

  public static void main(String[] args) {
    LazyValue lazy = new LazyValue();
    new Thread(lazy::use).start();
    new Thread(lazy::use).start();
  }
}
