import java.util.concurrent.atomic.AtomicInteger;

/** Values of every kind in fields, statics, arrays and locals, for the views of a session. */
public class Views {
  enum Colour {
    RED,
    GREEN
  }

  static int count;
  static String word = "quoted \"text\"\n";
  static final Object lock = new Object();
  static volatile boolean ready;

  long big = 1L << 40;
  double half = 0.5;
  float third = 1.5f;
  char letter = 'x';
  byte small = -3;
  boolean yes = true;
  Colour colour = Colour.GREEN;
  int[] numbers = {7, 8, 9};
  Object[] things = {null, "in an array", Integer.valueOf(5)};
  Views next;
  final AtomicInteger atomic = new AtomicInteger(3);

  static Views shared;

  static void work(int amount) throws InterruptedException {
    synchronized (lock) {
      count += amount;
      while (count < 3) {
        lock.wait();
      }
      lock.notifyAll();
    }
  }

  public static void main(String[] args) throws Exception {
    Views v = new Views();
    v.next = v;
    shared = v;
    Thread a = new Thread(() -> run(1), "first");
    Thread b = new Thread(() -> run(2), "second");
    System.out.println("begin");
    a.start();
    b.start();
    v.numbers[1] = 80;
    ready = true;
    a.join();
    b.join();
    System.out.println("count " + count);
  }

  static void run(int amount) {
    try {
      work(amount);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
