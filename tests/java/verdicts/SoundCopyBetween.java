/**
 * A copy between two shared arrays reads an element and then writes it. Another thread can run
 * in between.
 */
public class SoundCopyBetween {
  static final int[] from = new int[1], to = new int[1];

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> System.arraycopy(from, 0, to, 0, 1));
    t.start();
    from[0] = 1;
    to[0] = 1;
    t.join();
    if (to[0] == 0) throw new IllegalStateException("the old value came last");
  }
}
