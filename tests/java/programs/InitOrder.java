/** The order of static and instance initialisers, of superclasses, interfaces and constants. */
public class InitOrder {
  static int say(String s, int v) { System.out.println(s); return v; }

  static class A {
    static final int CONST = 3;
    static final Integer BOXED = say("A.BOXED", 4);
    int f = say("A.f", 1);
    static { say("A static", 0); }
    { say("A instance", 0); }
    A() { say("A() sees " + describe(), 0); }
    String describe() { return "A"; }
  }

  static class B extends A {
    static { say("B static", 0); }
    int g = say("B.g", 2);
    final int k = 9;
    final String s = "set".trim();
    B() { this(say("argument", 5)); say("B()", 0); }
    B(int n) { super(); say("B(int) " + g + n, 0); }
    @Override String describe() { return "B " + g + " " + k + " " + s; }
  }

  interface I { int X = say("I.X", 1); }
  interface J extends I { int Y = say("J.Y", 2); default void d() { } }
  static class C implements J { static { say("C static", 0); } }
  static class D implements I { static { say("D static", 0); } }

  static class Cycle1 { static int a = Cycle2.b + 1; }
  static class Cycle2 { static int b = Cycle1.a + 10; }

  static class Forward {
    static int early = Forward.late + 1;
    static int late = 5;
    static int getLate() { return late; }
  }

  enum Lamp {
    ON, OFF;
    static final Lamp[] ALL = values();
    static { say("Lamp static " + ALL.length, 0); }
    Lamp() { say("Lamp " + name(), 0); }
  }

  static class Lazy {
    private static class Holder { static final Lazy INSTANCE = new Lazy(); }
    Lazy() { say("Lazy made", 0); }
    static Lazy get() { return Holder.INSTANCE; }
  }

  static class Parent { static int shared = say("Parent", 1); static void touch() { } }
  static class Kid extends Parent { static { say("Kid", 0); } }

  public static void main(String[] args) {
    System.out.println(A.CONST);
    A[] array = new A[1];
    System.out.println(A.class.getSimpleName());
    new B();
    new B();
    new C();
    new D();
    System.out.println(C.Y + " " + D.X);
    System.out.println(Cycle2.b + " " + Cycle1.a + " " + Forward.early + Forward.getLate());
    System.out.println(Lamp.ON.compareTo(Lamp.OFF));
    System.out.println(Lazy.get() == Lazy.get());
    Kid.touch();
    System.out.println(Kid.shared);
    new Kid();
  }
}
