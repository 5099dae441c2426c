/* Threads write their own values to fields, statics and elements of every type, unordered. */
class Writes {
  static boolean flag;
  static byte small;
  static char letter;
  static short few;
  static int count;
  static long many;
  static float part;
  static double ratio;
  static Object any;

  final int[] ints = new int[2];
  final long[] longs = new long[2];
  final byte[] bytes = new byte[2];
  final boolean[] flags = new boolean[2];
  final char[] chars = new char[2];
  final double[] doubles = new double[2];
  final Object[] things = new Object[2];
  boolean on;
  byte b;
  char c;
  short s;
  int i;
  long l;
  double d;
  Object o;

  static void statics(int n) {
    flag = n > 1;
    small = (byte) -n;
    letter = (char) ('a' + n);
    few = (short) (n * 1000);
    count = n;
    many = (long) n << 40;
    part = n + 0.5f;
    ratio = n + 0.25;
    any = "word " + n;
  }

  void fields(int n) {
    on = n > 1;
    b = (byte) -n;
    c = (char) ('a' + n);
    s = (short) (n * 1000);
    i += n;
    l = (long) n << 40;
    d = n + 0.25;
    o = Integer.valueOf(n);
  }

  void elements(int n) {
    ints[0] = n;
    longs[1] = (long) n << 40;
    bytes[0] = (byte) -n;
    flags[0] = n > 1;
    chars[1] = (char) ('a' + n);
    doubles[1] = n + 0.25;
    things[0] = Integer.valueOf(n + 7);
  }

  /* The threads begin with different kinds of writes, so the first race varies. */
  void run(int n, int first) {
    for (int k = first; k < first + 3; k++) {
      switch (k % 3) {
        case 0: statics(n); break;
        case 1: fields(n); break;
        default: elements(n); break;
      }
    }
  }

  /* Each thread makes only the kind of write with the number ONLY. */
  static void one(Writes w, int only, int n) {
    switch (only) {
      case 0: flag = n > 1; break;
      case 1: small = (byte) n; break;
      case 2: few = (short) n; break;
      case 3: count = n; break;
      case 4: many = n; break;
      case 5: ratio = n; break;
      case 6: any = "word " + n; break;
      case 7: w.on = n > 1; break;
      case 8: w.b = (byte) n; break;
      case 9: w.s = (short) n; break;
      case 10: w.i = n; break;
      case 11: w.l = n; break;
      case 12: w.o = "word " + n; break;
      case 13: w.ints[1] = n; break;
      case 14: w.longs[1] = n; break;
      case 15: w.bytes[1] = (byte) n; break;
      case 16: w.chars[1] = (char) ('a' + n); break;
      case 17: w.things[1] = "word " + n; break;
      default: w.run(n, n); break;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int only = Integer.parseInt(args[0]);
    Writes w = new Writes();
    Thread one = new Thread(() -> one(w, only, 1)), two = new Thread(() -> one(w, only, 2));
    one.start();
    two.start();
    one.join();
    two.join();
  }
}
