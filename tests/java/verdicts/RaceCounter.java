/** Two threads increment a static counter without a lock; the assertion detects a lost update. */
public class RaceCounter {
  static int counter;

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> counter++);
    Thread b = new Thread(() -> counter++);
    a.start();
    b.start();
    a.join();
    b.join();
    assert counter == 2 : "counter " + counter;
  }
}
