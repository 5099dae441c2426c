/**
 * Stack traces: class, method, file and line of each frame, through constructors, initialisers,
 * lambdas and native methods.
 */
public class StackTraces {
  static void print(Throwable t) {
    System.out.println(t);
    for (StackTraceElement e : t.getStackTrace()) {
      if (e.getClassName().startsWith("StackTraces") && !e.getMethodName().startsWith("lambda$")) {
        System.out.println("  " + e.getClassName() + "." + e.getMethodName() + "(" + e.getFileName()
            + ":" + e.getLineNumber() + ")" + e.isNativeMethod());
      }
    }
  }

  static int one(int n) {
    return two(n) + 1;
  }

  static int two(int n) {
    if (n == 0) {
      throw new IllegalArgumentException(
          "n is zero");
    }
    return 10
        / (n - 1);
  }

  static class Base {
    Base() {
      check();
    }

    void check() {}
  }

  static class Derived extends Base {
    final String text = "set later".trim();

    @Override
    void check() {
      text.length();
    }
  }

  static class Init {
    static int value = one(0);
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      try {
        one(i);
      } catch (RuntimeException e) {
        print(e);
      }
    }
    try {
      new Derived();
    } catch (NullPointerException e) {
      System.out.println(e.getStackTrace()[0].getLineNumber() + " " + e.getStackTrace().length);
    }
    try {
      System.out.println(Init.value);
    } catch (ExceptionInInitializerError e) {
      print(e.getCause());
    }
    try {
      System.out.println(Init.value);
    } catch (NoClassDefFoundError e) {
      System.out.println(e.getMessage());
    }
    Exception kept = new Exception("made here");
    try {
      throw kept;
    } catch (Exception e) {
      print(e);
    }
    Runnable r = new Runnable() {
      @Override
      public void run() {
        print(new Exception("anonymous"));
      }
    };
    r.run();
    Object[] objects = {"x"};
    try {
      Integer i = (Integer) objects[0];
    } catch (ClassCastException e) {
      print(e);
    }
    StackTraceElement[] mine = Thread.currentThread().getStackTrace();
    System.out.println(mine[mine.length - 1].getMethodName() + " " + mine[1].getMethodName());
    StackTraceElement made = new StackTraceElement("a.B", "c", "B.java", 12);
    System.out.println(made + " " + made.equals(new StackTraceElement("a.B", "c", "B.java", 12)));
    Throwable quiet = new Throwable("quiet", null, false, false) {};
    System.out.println(quiet.getStackTrace().length);
  }
}
