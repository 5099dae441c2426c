import java.util.Arrays;

/** A race on an array of a million bytes, all of which have been written. */
public class RaceLargeCopy {
  static final byte[] buffer = new byte[1 << 20];

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> Arrays.fill(buffer, (byte) 1));
    t.start();
    System.arraycopy(buffer, 0, buffer, 1000, 500000);
    t.join();
  }
}
