/** Peterson's algorithm for two threads with volatile fields: mutual exclusion without a lock. */
public class SafePeterson {
  static volatile boolean want0;
  static volatile boolean want1;
  static volatile int turn;
  static int counter;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      want0 = true;
      turn = 1;
      while (want1 && turn == 1) {}
      counter++;
      want0 = false;
    });
    t.start();
    want1 = true;
    turn = 0;
    while (want0 && turn == 0) {}
    counter++;
    want1 = false;
    t.join();
    assert counter == 2;
  }
}
