/** Main works on an object of its own while another thread runs. Its scheduling points are
 * listed in tests/unit/test_soundness_states.c. */
public class CountPoints {
  static volatile int mark;

  public static void main(String[] args) {
    new Thread(() -> {}).start();
    mark = 1;
    int[] own = new int[1];
    synchronized (own) {
      own[0]++;
    }
    mark = 2;
  }
}
