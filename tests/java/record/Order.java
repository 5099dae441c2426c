/**
 * Threads race on every kind of variable, with accesses that throw in between. In a recording,
 * each read must have the value of the last write before it.
 */
public class Order {
  static int s;
  static volatile double d;
  int f;
  volatile long v;
  final int[] a = new int[4];
  final Object[] objects = new Object[2];
  final boolean[] flags = new boolean[1];

  synchronized void increment() {
    f++;
  }

  static synchronized void incrementStatic() {
    s++;
  }

  void throwInBlock() {
    synchronized (this) {
      throw new RuntimeException("block");
    }
  }

  synchronized void throwInMethod() {
    throw new RuntimeException("method");
  }

  void fail(int i) {
    try {
      switch (i % 10) {
        case 0 -> throwInBlock();
        case 1 -> throwInMethod();
        case 2 -> ((Object[]) new String[1])[0] = this;
        case 3 -> ((Order) null).f = 4;
        case 4 -> a[77] = 4;
        case 5 -> s = ((Order) null).a[0];
        default -> { }
      }
    } catch (RuntimeException e) {
      f = f + 1;
    }
  }

  void work(int id, int rounds) {
    for (int i = 0; i < rounds; i++) {
      f = f + 1;
      v++;
      a[i & 3] += id;
      objects[i & 1] = "s" + id;
      flags[0] = !flags[0];
      s = s + 1;
      d += 0.5;
      increment();
      incrementStatic();
      fail(i);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int rounds = Integer.parseInt(args[0]);
    Order shared = new Order();
    Thread[] threads = new Thread[3];
    for (int t = 0; t < threads.length; t++) {
      int id = t;
      threads[t] = new Thread(() -> shared.work(id, rounds));
      threads[t].start();
    }
    for (Thread t : threads) {
      t.join();
    }
    System.out.println("done");
  }
}
