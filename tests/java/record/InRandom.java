import java.util.Random;

/** Two threads depend on a random generator each, without a fixed seed. */
public class InRandom {
  static int even;
  static int odd;
  static final Object lock = new Object();

  static void work() {
    Random random = new Random();
    int drawn = 0;
    for (int i = 0; i < 6; i++) {
      drawn ^= random.nextInt();
    }
    if ((drawn & 1) == 0) {
      odd = drawn;
    }
    for (int i = 0; i < 5; i++) {
      int n = random.nextInt(100);
      if (n % 2 == 0) {
        synchronized (lock) {
          even += n;
        }
      } else {
        odd = n;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Thread a = new Thread(InRandom::work);
    Thread b = new Thread(InRandom::work);
    a.start();
    b.start();
    work();
    a.join();
    b.join();
    System.out.println(even + " " + odd);
  }
}
