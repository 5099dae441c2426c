/** Double-checked locking without volatile. */
public class RaceDoubleChecked {
  static final class Service {
    int state = 5;
  }

  static Service instance;

  static Service get() {
    if (instance == null) {
      synchronized (RaceDoubleChecked.class) {
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
