/** Forty threads from lambdas: some take two locks in opposite order, and all write unlocked. */
public class ManyThreads {
  static int sum;
  static volatile int seen;
  static final Object first = new Object(), second = new Object();

  static void run(int k) {
    Object outer = k % 2 == 0 ? first : second, inner = k % 2 == 0 ? second : first;
    synchronized (outer) {
      synchronized (inner) {
        seen++;
      }
    }
    sum += k;
  }

  public static void main(String[] args) throws Exception {
    Thread[] all = new Thread[40];
    for (int i = 0; i < all.length; i++) {
      int k = i;
      all[i] = new Thread(() -> run(k));
    }
    for (Thread t : all) t.start();
    for (Thread t : all) t.join();
  }
}
