/** The main class has an initialiser, and main initialises another class while a thread runs. */
public class CertifiedInit {
  static int n;

  static {
    n = 1;
  }

  static class Other {
    static int value;

    static {
      value = 5;
    }
  }

  static class Locks {
    static final Object a = new Object();
    static final Object b = new Object();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      synchronized (Locks.a) {
        synchronized (Locks.b) {
          n++;
        }
      }
    });
    t.start();
    int k = Other.value;
    synchronized (Locks.b) {
      synchronized (Locks.a) {
        n += k;
      }
    }
    t.join();
  }
}
