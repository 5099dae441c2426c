import java.nio.ByteBuffer;
import java.util.Arrays;

/** Accesses to several bytes at once: buffers over an array, and comparisons that read words. */
public class Wide {
  static final byte[] raw = new byte[24];
  static final byte[] same = new byte[24];
  static volatile boolean go;
  static int x;

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> {
      ByteBuffer b = ByteBuffer.wrap(raw);
      b.putLong(8, 0x0102030405060708L);
      go = true;
      b.putInt(1, 7);
      same[20] = 1;
    });
    Thread b = new Thread(() -> {
      raw[7] = 1;
      if (go) {
        x += raw[9];
        raw[15]++;
      }
      if (Arrays.equals(raw, same)) {
        x++;
      }
    });
    a.start();
    b.start();
    a.join();
    x += raw[10] + ByteBuffer.wrap(raw).getShort(7);
    b.join();
    x += raw[11];
  }
}
