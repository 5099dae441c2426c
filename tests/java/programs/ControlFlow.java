/** tableswitch, lookupswitch, string switches, labelled loops, conditional operators. */
public class ControlFlow {
  static String dense(int i) {
    switch (i) {
      case -1:
        return "minus one";
      case 0:
        return "zero";
      case 1:
      case 2:
        return "few";
      case 5:
        return "five";
      default:
        return "other";
    }
  }

  static String sparse(int i) {
    switch (i) {
      case Integer.MIN_VALUE:
        return "min";
      case -1000:
        return "-1000";
      case 7:
        return "seven";
      case 1_000_000:
        return "million";
      case Integer.MAX_VALUE:
        return "max";
      default:
        return "none";
    }
  }

  static int fallThrough(char c) {
    int n = 0;
    switch (c) {
      case 'a':
        n += 1;
      case 'b':
        n += 10;
        break;
      default:
        n += 100;
      case 'c':
        n += 1000;
    }
    return n;
  }

  // "Aa" and "BB" have the same hash code.
  static int byString(String s) {
    switch (s) {
      case "Aa":
        return 1;
      case "BB":
        return 2;
      case "":
        return 3;
      case "longer text":
        return 4;
      default:
        return 0;
    }
  }

  static String arrow(Object day) {
    return switch (day.toString()) {
      case "sat", "sun" -> "weekend";
      case "fri" -> {
        String s = "almost";
        yield s + "!";
      }
      default -> "work";
    };
  }

  static String primes(int limit) {
    StringBuilder out = new StringBuilder();
    outer:
    for (int i = 2; ; i++) {
      for (int j = 2; j * j <= i; j++) {
        if (i % j == 0) {
          continue outer;
        }
      }
      if (i > limit) {
        break outer;
      }
      out.append(i).append(' ');
    }
    return out.toString();
  }

  static boolean noted(String name, boolean value) {
    System.out.print(name + " ");
    return value;
  }

  public static void main(String[] args) {
    for (int i = -2; i < 7; i++) {
      System.out.print(dense(i) + ";");
    }
    System.out.println();
    for (int i : new int[] {Integer.MIN_VALUE, -1000, 7, 8, 1_000_000, Integer.MAX_VALUE}) {
      System.out.print(sparse(i) + ";");
    }
    System.out.println();
    for (char c = 'a'; c < 'e'; c++) {
      System.out.print(fallThrough(c) + " ");
    }
    System.out.println();
    for (String s : new String[] {"Aa", "BB", "", "longer text", "AaBB"}) {
      System.out.print(byString(s) + " ");
    }
    System.out.println();
    System.out.println(arrow("sun") + arrow("fri") + arrow(new StringBuilder("mon")));
    System.out.println(primes(60));
    System.out.println(noted("a", true) && noted("b", false) || noted("c", true) ? "yes" : "no");
    System.out.println(noted("d", true) & noted("e", false) | noted("f", false) ^ noted("g", true));
    int n = 0;
    do {
      n += 3;
      if (n % 2 == 0) {
        continue;
      }
      n++;
    } while (n < 20);
    System.out.println(n);
    block:
    {
      if (n > 10) {
        break block;
      }
      System.out.println("not here");
    }
    long total = 0;
    for (int i = 0, j = 100; i < j; i += 3, j--) {
      total += (long) i * j;
    }
    System.out.println(total);
    try {
      byString(null);
    } catch (NullPointerException e) {
      System.out.println("null string in a switch");
    }
  }
}
