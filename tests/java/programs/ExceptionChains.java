import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;

/** Causes, suppressed exceptions, circular references, stack traces as text, finally. */
public class ExceptionChains {
  static class Resource implements AutoCloseable {
    final String name;
    Resource(String name) { this.name = name; System.out.println("open " + name); }
    @Override
    public void close() throws IOException {
      System.out.println("close " + name);
      throw new IOException("closing " + name);
    }
  }

  static class Quiet extends RuntimeException {
    Quiet() { super("quiet", null, false, false); }
  }

  static void fail() {
    try {
      Object o = "s";
      System.out.println((Integer) o);
    } catch (ClassCastException e) {
      throw new IllegalStateException("outer", e);
    }
  }

  static void print(Throwable t) {
    StringWriter w = new StringWriter();
    t.printStackTrace(new PrintWriter(w, true));
    System.out.print(w);
  }

  @SuppressWarnings("finally")
  static int confused() {
    for (int i = 0; ; i++) {
      try {
        if (i == 1) return i;
        throw new RuntimeException();
      } catch (RuntimeException e) {
        continue;
      } finally {
        if (i == 1) return 99;
      }
    }
  }

  static int order() {
    int x = 1;
    try {
      return x;
    } finally {
      x = 2;
    }
  }

  public static void main(String[] args) {
    try (Resource a = new Resource("a"); Resource b = new Resource("b")) {
      throw new Exception("body");
    } catch (Exception e) {
      print(e);
      System.out.println(Arrays.toString(e.getSuppressed()));
    }
    try {
      fail();
    } catch (RuntimeException e) {
      print(e);
    }
    Exception first = new Exception("first"), second = new Exception("second", first);
    first.initCause(second);
    print(first);
    try {
      first.initCause(null);
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    try {
      first.addSuppressed(first);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    Quiet q = new Quiet();
    q.addSuppressed(first);
    print(q);
    System.out.println(q.getStackTrace().length + " " + confused() + " " + order());
    Throwable t = new Throwable();
    t.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "m", "B.java", 7),
        new StackTraceElement("a.B", "n", null, -2),
        new StackTraceElement("l", "mod", "1", "a.C", "k", "C.java", -1)});
    print(t);
    new Error("to standard out", null).printStackTrace(System.out);
    try {
      try {
        throw new Error("inner");
      } finally {
        System.out.println("finally");
        int[] none = null;
        none[0] = 1;
      }
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
    try {
      throw null;
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
    try {
      Object[] s = new String[1];
      s[0] = 1;
    } catch (ArrayStoreException e) {
      System.out.println(e);
    }
    try {
      int[] n = new int[-3];
    } catch (NegativeArraySizeException e) {
      System.out.println(e);
    }
    try {
      int[][] grid = new int[2][3];
      grid[1][5] = 0;
    } catch (ArrayIndexOutOfBoundsException e) {
      System.out.println(e);
    }
  }
}
