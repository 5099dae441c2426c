/** Double-checked locking with a volatile field. */
public class SafeDoubleChecked {
  static final class Service {
    int state = 5;
  }

  static volatile Service instance;

  static Service get() {
    if (instance == null) {
      synchronized (SafeDoubleChecked.class) {
        if (instance == null) {
          instance = new Service();
        }
      }
    }
    return instance;
  }

  public static void main(String[] args) {
    new Thread(() -> get()).start();
    get();
  }
}
