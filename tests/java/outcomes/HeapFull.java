// outcome: kept full
// outcome: free fits
// options: --heap 1
// allowed: kept fits
// (a JVM's heap is always larger than one megabyte)

/**
 * Whether an array fits into a small heap depends on which thread was first. Main tries to allocate
 * it after all other threads have ended.
 */
public class HeapFull {
  static final Object lock = new Object();
  static boolean late;
  static byte[] kept;

  public static void main(String[] args) throws InterruptedException {
    Thread keeper = new Thread(() -> {
      synchronized (lock) {
        if (!late) kept = new byte[300 << 10];
      }
    });
    Thread other = new Thread(() -> {
      synchronized (lock) {
        late = true;
      }
    });
    keeper.start();
    other.start();
    keeper.join();
    other.join();
    String fits;
    try {
      fits = new byte[800 << 10].length > 0 ? "fits" : "empty";
    } catch (OutOfMemoryError e) {
      fits = "full";
    }
    System.out.println((kept != null ? "kept " : "free ") + fits);
  }
}
