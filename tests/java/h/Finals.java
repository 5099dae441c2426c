/** Final and plain fields of objects that are published without synchronisation. */
public class Finals {
  final int fixed;
  int plain;
  final int[] cells = new int[2];

  static Finals slot;
  static Finals leaked;
  static int sum;

  Finals(int n, boolean leak) {
    plain = n;
    if (leak) {
      leaked = this;
    }
    fixed = n + 1;
    cells[0] = n;
    cells[1] = n + 1;
  }

  static void look(Finals f) {
    if (f != null) {
      sum += f.fixed + f.plain + f.cells[0];
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread maker = new Thread(() -> {
      slot = new Finals(1, false);
      Finals g = new Finals(2, true);
      g.plain = 3;
    });
    Thread reader = new Thread(() -> {
      look(slot);
      look(leaked);
    });
    maker.start();
    reader.start();
    look(slot);
    maker.join();
    look(leaked);
    reader.join();
    look(slot);
  }
}
