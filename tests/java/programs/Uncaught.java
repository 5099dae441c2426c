/** An uncaught exception ends main with status 1; finally blocks run first. */
public class Uncaught {
  static void fail() {
    try {
      Object o = null;
      o.hashCode();
    } finally {
      System.out.println("finally");
    }
  }

  public static void main(String[] args) {
    System.out.println("before");
    fail();
    System.out.println("never");
  }
}
