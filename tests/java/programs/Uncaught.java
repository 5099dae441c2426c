/** An exception that nobody catches ends main with status 1; finally blocks run before. */
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
