/**
 * try, catch, finally in all orders; nested, rethrown, suppressed and custom exceptions; causes.
 */
public class Exceptions {
  static class Failure extends Exception {
    final int code;

    Failure(String message, int code, Throwable cause) {
      super(message, cause);
      this.code = code;
    }
  }

  static final class Resource implements AutoCloseable {
    final String name;
    final boolean failing;

    Resource(String name, boolean failing) {
      this.name = name;
      this.failing = failing;
      System.out.println("open " + name);
    }

    @Override
    public void close() {
      System.out.println("close " + name);
      if (failing) {
        throw new IllegalStateException("closing " + name);
      }
    }
  }

  @SuppressWarnings("finally")
  static int finallyWins() {
    try {
      throw new RuntimeException("lost");
    } finally {
      return 7;
    }
  }

  static int finallyAfterReturn() {
    int x = 1;
    try {
      return x;
    } finally {
      x = 2;
      System.out.println("finally with x=" + x);
    }
  }

  static String nested(int way) {
    StringBuilder log = new StringBuilder();
    try {
      try {
        if (way == 0) {
          throw new IllegalArgumentException("arg");
        }
        if (way == 1) {
          Object o = "s";
          log.append((Integer) o);
        }
        if (way == 2) {
          throw new Error("error");
        }
        log.append("body ");
      } catch (IllegalArgumentException | ClassCastException e) {
        log.append("inner(").append(e.getClass().getSimpleName()).append(") ");
        if (e instanceof ClassCastException) {
          throw e;
        }
      } finally {
        log.append("finally1 ");
      }
    } catch (ClassCastException e) {
      log.append("outer ");
    } catch (Throwable t) {
      log.append("throwable ");
    } finally {
      log.append("finally2");
    }
    return log.toString();
  }

  static void resources() {
    try (Resource a = new Resource("a", true); Resource b = new Resource("b", true)) {
      System.out.println("body");
      throw new RuntimeException("body failed");
    } catch (RuntimeException e) {
      System.out.println(e.getMessage());
      for (Throwable s : e.getSuppressed()) {
        System.out.println("  suppressed " + s.getMessage());
      }
    }
    try (Resource c = new Resource("c", true); Resource none = null) {
      System.out.println("nothing wrong " + none);
    } catch (IllegalStateException e) {
      System.out.println(e + " " + e.getSuppressed().length);
    }
  }

  static void deep(int n) throws Failure {
    try {
      if (n == 0) {
        throw new UnsupportedOperationException();
      }
      deep(n - 1);
    } catch (UnsupportedOperationException e) {
      throw new Failure("at depth " + n, 40 + n, e);
    }
  }

  static int loopWithFinally() {
    int count = 0;
    for (int i = 0; i < 5; i++) {
      try {
        if (i == 1) {
          continue;
        }
        if (i == 3) {
          break;
        }
        count += 10;
      } finally {
        count++;
      }
    }
    return count;
  }

  public static void main(String[] args) {
    System.out.println(finallyWins() + " " + finallyAfterReturn());
    for (int way = 0; way < 4; way++) {
      System.out.println(nested(way));
    }
    resources();
    try {
      deep(3);
    } catch (Failure f) {
      System.out.println(
          f.getMessage() + " " + f.code + " " + f.getCause() + " " + f.getCause().getCause());
    }
    System.out.println(loopWithFinally());
    System.out.println(new RuntimeException(new Failure("inner", 1, null)).getMessage());
    System.out.println(new Exception() + " " + new Error("e", null).getLocalizedMessage());
    Throwable t = new IllegalStateException("later");
    t.initCause(new Exception("root"));
    System.out.println(t.getCause().getMessage());
    try {
      t.initCause(null);
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    try {
      throw null;
    } catch (NullPointerException e) {
      System.out.println("thrown null");
    }
    try {
      Integer.parseInt("12x");
    } catch (NumberFormatException e) {
      System.out.println(e.getMessage());
    }
  }
}
