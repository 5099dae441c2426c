/**
 * switch on strings (with colliding hash codes), enums, characters and wrappers; fall-through;
 * labels.
 */
public class StringSwitches {
  enum Op {
    ADD,
    SUB {
      @Override
      int apply(int a, int b) {
        return a - b;
      }
    },
    NEG;
    int apply(int a, int b) { return a + b; }
  }

  static int code(String s) {
    switch (s) {
      case "Aa": return 1;
      case "BB": return 2;
      case "AaBB": case "BBAa": return 3;
      case "": return 4;
      case "fall":
      case "through": return 5;
      default: return -1;
    }
  }

  static String of(Op op) {
    switch (op) {
      case ADD: return "+";
      case SUB: return "-";
      default: return op.name().toLowerCase();
    }
  }

  static int sparse(int i) {
    switch (i) {
      case Integer.MIN_VALUE: return 1;
      case -1: return 2;
      case 1000000: return 3;
      case Integer.MAX_VALUE: return 4;
      default: return 0;
    }
  }

  static int dense(byte b) {
    int n = 0;
    switch (b) {
      case -2: n++;
      case -1: n++;
      case 0: n++; break;
      case 1: default: n += 10;
      case 2: n += 100;
    }
    return n;
  }

  public static void main(String[] args) {
    for (String s :
        new String[] {"Aa", "BB", "AaAa", "AaBB", "BBAa", "", "through", "fall", "BBBB"})
      System.out.print(code(s) + " ");
    for (Op op : Op.values()) System.out.print(of(op) + op.apply(5, 3) + " ");
    for (int i : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1000000, 999999})
      System.out.print(sparse(i) + " ");
    for (byte b = -3; b < 4; b++) System.out.print(dense(b) + " ");
    System.out.println();
    try {
      code(null);
    } catch (NullPointerException e) {
      System.out.println("NPE");
    }
    try {
      of(null);
    } catch (NullPointerException e) {
      System.out.println("NPE");
    }
    Character c = 'x';
    switch (c) {
      case 'x' -> System.out.println("boxed x");
      default -> System.out.println("other");
    }
    int total = 0;
    outer:
    for (int i = 0; i < 10; i++) {
      for (int j = 0; ; j++) {
        if (j == 5) continue outer;
        if (i * j > 20) break outer;
        if ((i + j) % 3 == 0) continue;
        total += i * j;
      }
    }
    block: {
      if (total > 0) break block;
      total = -1;
    }
    do total--; while (total > 50);
    System.out.println(total + " " + switch (Op.valueOf("NEG")) { case NEG -> 1; case ADD, SUB -> 2; });
    try {
      Op.valueOf("MUL");
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
  }
}
