/** Main reads the result without joining the thread that writes it. */
public class RaceNoJoin {
  static long result;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> result = 42);
    t.start();
    Thread.sleep(1000);
    if (result == 7) {
      System.out.println("never");
    }
  }
}
