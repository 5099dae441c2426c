/**
 * A StackOverflowError can be caught, and the thread continues; so can the error of a huge
 * allocation.
 */
public class StackOverflow {
  static int depth;

  static int dive(int n) {
    depth++;
    return dive(n + 1) + 1;
  }

  static long mutual(long a, Object b) {
    return other(b, a + 1);
  }

  static long other(Object b, long a) {
    return mutual(a, b) + 1;
  }

  static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  static int bounded(int n) {
    return n == 0 ? 0 : 1 + bounded(n - 1);
  }

  public static void main(String[] args) {
    try {
      dive(0);
    } catch (StackOverflowError e) {
      System.out.println("caught " + (depth > 500) + " " + e.getMessage());
    }
    try {
      mutual(0, "x");
    } catch (Error e) {
      System.out.println(e.getClass().getName() + " " + (e.getStackTrace().length > 100));
    }
    boolean[] inFinally = {false};
    try {
      try {
        dive(0);
      } finally {
        inFinally[0] = true;
      }
    } catch (StackOverflowError e) {
      System.out.println(inFinally[0]);
    }
    System.out.println(fib(18) + " " + bounded(400));
    try {
      long[][] huge = new long[Integer.MAX_VALUE][];
      System.out.println(huge.length);
    } catch (OutOfMemoryError e) {
      System.out.println("out of memory");
    }
  }
}
