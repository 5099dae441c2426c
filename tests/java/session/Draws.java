/** Two threads read the clock and print the results. */
public class Draws {
  static volatile long mine;

  static long ask() {
    return System.nanoTime();
  }

  public static void main(String[] args) throws Exception {
    Thread other =
        new Thread() {
          @Override
          public void run() {
            mine = ask();
          }
        };
    other.start();
    long first = ask();
    long second = ask();
    other.join();
    System.out.println(first + " " + second + " " + mine + " " + new Object().hashCode());
  }
}
