/** Two threads make more garbage than a small heap holds, in a loop without calls. */
public class CountGarbage {
  static final Object lock = new Object();
  static int count;

  static void work() {
    int[][] keep = new int[4][];
    for (int i = 0; i < 200; i++) keep[i & 3] = new int[i];
    synchronized (lock) {
      count += keep[0].length;
    }
  }

  public static void main(String[] args) {
    Thread one = new Thread(CountGarbage::work), two = new Thread(CountGarbage::work);
    one.start();
    two.start();
  }
}
