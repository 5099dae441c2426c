// outcome: 1
// outcome: 2

/** Increments of a volatile counter are not atomic. */
public class LostUpdate {
  static volatile int counter;

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> counter++), b = new Thread(() -> counter++);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(counter);
  }
}
