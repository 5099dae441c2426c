/** Threads share the generator of Math.random. */
public class InMathRandom {
  static int low;
  static int high;

  static void work() {
    for (int i = 0; i < 4; i++) {
      double d = Math.random();
      if (d < 0.5) {
        low++;
      } else {
        high++;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Thread a = new Thread(InMathRandom::work);
    a.start();
    work();
    a.join();
    System.out.println(low + " " + high);
  }
}
