/**
 * A volatile counter that is not raised atomically; with an update lost, the division is by zero.
 */
public class ErrorLostUpdate {
  static volatile int counter;

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> counter++);
    Thread b = new Thread(() -> counter++);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(10 / (counter - 1));
  }
}
