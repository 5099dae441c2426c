/** start and join order all accesses. */
public class SafeStartJoin {
  static long result;
  static int input;

  public static void main(String[] args) throws InterruptedException {
    input = 6;
    Thread t = new Thread(() -> result = input * 7);
    t.start();
    t.join();
    assert result == 42;
    input = 1;
  }
}
