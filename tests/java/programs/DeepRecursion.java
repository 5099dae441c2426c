import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * StackOverflowError in all kinds of recursion, caught at the deepest point and in the middle,
 * with finally blocks.
 */
public class DeepRecursion {
  static int depth, finals;
  static int down(int n) { depth++; return down(n + 1) + 1; }
  static long wide(long a, double b, Object c) { return wide(a + 1, b * 2, c) + 1; }
  static void guarded() {
    try {
      guarded();
    } finally {
      finals++;
    }
  }
  static int middle(int n) {
    if (n > 0) return middle(n - 1) + 1;
    try {
      return down(0);
    } catch (StackOverflowError e) {
      return 0;
    }
  }
  static class Node {
    Node next;
    @Override
    public int hashCode() {
      return next == null ? 1 : next.hashCode() * 31 + 7;
    }
    @Override
    public String toString() {
      return "N" + next;
    }
  }
  static IntUnaryOperator again;
  static class Loop { Loop() { new Loop(); } }
  static class Init {
    static int v = recurse(0);
    static int recurse(int n) { return recurse(n + 1); }
  }

  static void attempt(String name, Runnable r) {
    try {
      r.run();
      System.out.println(name + " returned");
    } catch (StackOverflowError e) {
      System.out.println(
          name + " " + (e.getMessage() == null) + (e.getStackTrace().length == 1024));
    } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
      System.out.println(name + " " + e.getClass().getSimpleName());
    }
  }

  public static void main(String[] args) {
    attempt("down", () -> down(0));
    System.out.println(depth > 1000);
    attempt("wide", () -> wide(1, 2, "x"));
    attempt("guarded", DeepRecursion::guarded);
    System.out.println(finals > 1000);
    System.out.println(middle(50));
    Node n = new Node();
    n.next = n;
    attempt("hash", n::hashCode);
    attempt("text", n::toString);
    again = x -> again.applyAsInt(x + 1);
    attempt("lambda", () -> again.applyAsInt(0));
    attempt("constructor", Loop::new);
    List<Object> self = new ArrayList<>();
    self.add(self);
    attempt("list", self::hashCode);
    System.out.println(self);
  }
}
