/** Peterson's algorithm for two threads with plain fields. */
public class RacePeterson {
  static boolean want0;
  static boolean want1;
  static int turn;
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
