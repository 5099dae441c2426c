import java.util.concurrent.Callable;

/**
 * Errors of the JVM as Java exceptions: linkage, casts, arithmetic, arrays, assertions, abstract
 * calls, class initialisation.
 */
public class CaughtErrors {
  static class Bad {
    static final Object O = make();
    static Object make() { throw new IllegalStateException("init"); }
  }
  static class BadError {
    static {
      if (true) throw new AssertionError("error in init");
    }
    static void touch() {}
  }
  static class Sub extends Bad { static int x = 1; }
  interface Shape { int sides(); }

  static void attempt(String name, Callable<?> c) {
    try {
      System.out.println(name + " = " + c.call());
    } catch (Throwable t) {
      System.out.println(name + ": " + t.getClass().getName() + " " + t.getMessage()
          + (t.getCause() == null || t instanceof NoClassDefFoundError ? ""
                                                                       : " <- " + t.getCause()));
    }
  }

  public static void main(String[] args) {
    attempt("init", () -> Bad.O);
    attempt("init again", () -> Bad.O);
    attempt("init of a subclass", () -> Sub.x);
    attempt("error in init", () -> { BadError.touch(); return 0; });
    attempt("error in init again", () -> { BadError.touch(); return 0; });
    attempt("assert", () -> { assert args.length > 3 : "few " + args.length; return 1; });
    attempt("assert plain", () -> { assert false; return 1; });
    attempt("div", () -> 1 / args.length);
    attempt("rem", () -> 1L % args.length);
    attempt("double div", () -> 1.0 / args.length);
    attempt("cast", () -> (Integer) (Object) "s");
    attempt("array cast", () -> (int[]) (Object) new long[1]);
    attempt("store", () -> ((Object[]) new Integer[1])[0] = "x");
    attempt("negative", () -> new int[args.length - 1]);
    attempt("parse", () -> Long.parseLong("99999999999999999999"));
    attempt("enum", () -> Thread.State.valueOf("NONE"));
    attempt("clone", () -> {
      class NoClone {
        Object copy() throws CloneNotSupportedException { return clone(); }
      }
      return new NoClone().copy();
    });
    attempt("wait", () -> { new Object().wait(); return 0; });
    attempt("notify", () -> { new Object().notify(); return 0; });
    attempt("unsupported", () -> java.util.List.of().iterator().next());
    attempt("interrupted", () -> {
      Thread.currentThread().interrupt();
      Thread.sleep(1);
      return 0;
    });
    attempt("flag", () -> Thread.interrupted());
    attempt("abstract", () -> {
      Object o = java.lang.reflect.Proxy.newProxyInstance(null, new Class<?>[] {Runnable.class},
          (p, m, a) -> { throw new java.io.IOException("x"); });
      ((Runnable) o).run();
      return 0;
    });
    attempt("sneaky", () -> {
      CaughtErrors.<RuntimeException>sneak(new java.io.IOException("unchecked"));
      return 0;
    });
    attempt("thread twice", () -> {
      Thread t = new Thread(() -> {});
      t.start();
      t.join();
      t.start();
      return 0;
    });
    attempt("class", () -> Class.forName("x.Y"));
    attempt("array index", () -> "abc".toCharArray()[3]);
    attempt("iterator", () -> new java.util.Scanner("").next());
    attempt("timeout", () -> { Thread.sleep(-1); return 0; });
  }

  @SuppressWarnings("unchecked")
  static <T extends Throwable> void sneak(Throwable t) throws T { throw (T) t; }
}
