/** Actions before interrupt() are visible to the interrupted thread. */
public class SafeInterrupt {
  static int note;

  public static void main(String[] args) {
    Thread t = new Thread(() -> {
      try {
        Thread.sleep(1000000);
      } catch (InterruptedException e) {
        assert note == 1;
      }
    });
    t.start();
    note = 1;
    t.interrupt();
  }
}
