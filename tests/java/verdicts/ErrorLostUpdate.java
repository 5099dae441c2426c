/**
 * Increments of a volatile counter are not atomic; after a lost update, a division by zero follows.
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
