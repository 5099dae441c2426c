import gov.nasa.jpf.vm.Verify;

/**
 * Large arrays whose elements, lengths and class differ between paths. Some elements get other
 * canonical names without a write to the array (tests/unit/test_soundness_states.c).
 */
public class Pieces {
  static final int[] places = {5, 130, 131, 399};
  static volatile Object near, any;
  static Object[] large; // takes the same space with either length
  static byte[] bytes;

  static synchronized void move(int from, int to) {
    Object o = large[places[from]];
    near = o;
    large[places[to]] = o;
    bytes[5 * places[to]]++;
    synchronized (large) {
      near = null;
      large[places[from]] = from % 2 == 0 ? o : new Object[1];
    }
    near = large[places[to]];
    bytes[bytes.length - 1]++;
  }

  public static void main(String[] args) {
    large = new Object[Verify.getBoolean() ? 402 : 403];
    bytes = new byte[Verify.getBoolean() ? 2001 : 2002];
    for (int p : places) large[p] = new Object[] {new Object[1]};
    large[large.length - 1] = large;
    if (Verify.getBoolean()) any = new int[402];
    else any = new Object[402];
    new Thread(() -> move(0, 1)).start();
    new Thread(() -> move(3, 2)).start();
    move(1, 3);
  }
}
