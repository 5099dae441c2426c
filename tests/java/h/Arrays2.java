/** Elements of all sizes in shared and local arrays, copied and cloned. */
public class Arrays2 {
  static final byte[] bytes = new byte[4];
  static final boolean[] flags = new boolean[4];
  static final char[] chars = new char[3];
  static final long[] longs = new long[2];
  static final Object[] refs = new Object[3];
  static volatile int[] box = new int[3];
  static volatile boolean go;
  static long wide;
  static double real;

  static void left() {
    bytes[0] = 1;
    flags[1] = true;
    chars[0] = 'a';
    longs[0] = 1L << 40;
    refs[0] = new int[] {1, 2};
    wide = 5;
    real = 1.5;
    box[0]++;
    go = true;
    System.arraycopy(bytes, 0, bytes, 2, 2);
  }

  static void right() {
    bytes[1] = 2;
    flags[2] = true;
    chars[1] = 'b';
    longs[1] = 2L << 40;
    int[] mine = {3, 4};
    refs[1] = mine;
    mine[0] = 9;
    if (go) {
      wide++;
      real += box[0];
      Object o = refs[0];
      if (o != null) {
        ((int[]) o)[1]++;
      }
    }
    byte[] copy = bytes.clone();
    box = new int[] {copy[0], copy[3], flags[1] ? 1 : 0};
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(Arrays2::left);
    Thread b = new Thread(Arrays2::right);
    a.start();
    b.start();
    box[1] += 2;
    a.join();
    wide += longs[0] + bytes[2];
    b.join();
    real += box[2] + longs[1];
  }
}
