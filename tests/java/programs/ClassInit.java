/**
 * The order of class and instance initialisation: what triggers it, constants, superclasses,
 * interfaces, failures.
 */
public class ClassInit {
  static StringBuilder log = new StringBuilder();

  static int say(String s) {
    System.out.println(s);
    return s.length();
  }

  static class Parent {
    static int p = say("Parent static");
    int i = say("Parent field");

    { say("Parent block"); }

    Parent() {
      say("Parent()");
      hook();
    }

    void hook() {
      say("Parent.hook");
    }
  }

  static class Child extends Parent {
    static final int CONSTANT = 5;
    static final Integer BOXED = say("Child boxed");
    static int c = say("Child static");
    int j = say("Child field");
    int k = 9;

    { say("Child block"); }

    Child() {
      this(1);
      say("Child()");
    }

    Child(int x) {
      super();
      say("Child(int)");
    }

    @Override
    void hook() {
      say("Child.hook k=" + k);
    }
  }

  interface Quiet {
    int Q = say("Quiet");
  }

  interface Loud {
    int L = say("Loud");

    default void speak() {}
  }

  static class User implements Quiet, Loud {
    static { say("User"); }
  }

  static class Failing {
    static int f = 1 / Integer.parseInt("0");

    static void touch() {}
  }

  static class Cycle1 {
    static int a = Cycle2.b + 1;
  }

  static class Cycle2 {
    static int b = Cycle1.a + 10;
  }

  static class Lazy {
    static { say("Lazy"); }

    static int value;

    static void method() {}
  }

  public static void main(String[] args) {
    say("constant " + Child.CONSTANT);
    Child[] none = new Child[2];
    say("array made " + none.length);
    say(Child.class.getSimpleName());
    new Child();
    say("again");
    new Child(2);
    new User();
    say("" + Quiet.Q);
    try {
      Failing.touch();
    } catch (ExceptionInInitializerError e) {
      say("init failed: " + e.getCause().getMessage());
    }
    try {
      Failing.touch();
    } catch (NoClassDefFoundError e) {
      say(e.getMessage());
    }
    say("cycle " + Cycle1.a + " " + Cycle2.b);
    Lazy lazy = null;
    say("declared " + (lazy == null));
    lazy.value = 3;
    try {
      Class.forName("ClassInit$Named");
    } catch (ClassNotFoundException e) {
      say("not found");
    }
    try {
      Class.forName("NoSuchThing");
    } catch (ClassNotFoundException e) {
      say(e.getMessage());
    }
  }

  static class Named {
    static { say("Named by forName"); }
  }
}
