import java.util.function.IntSupplier;

/**
 * Hidden and shadowed fields, static and instance, accessed through super, casts, interfaces and
 * nested classes; method hiding.
 */
public class AccessModes {
  static class A {
    String f = "A.f";
    static String s() { return "A.s"; }
    String m() { return "A.m " + f; }
    private String p() { return "A.p"; }
    String callP() { return p(); }
    protected int n = 1;
    static int count;
    { count++; }
  }
  static class B extends A {
    String f = "B.f";
    static String s() { return "B.s"; }
    @Override
    String m() {
      return "B.m " + f + super.f + super.m();
    }
    private String p() { return "B.p"; }
    String both() { return ((A) this).f + this.f + n++ + super.n; }
  }
  static class C extends B {
    static int count = 10;
    String f() { return f + ((A) this).f + count + A.count; }
    @Override
    String callP() {
      return "C" + super.callP();
    }
  }
  interface I { int X = 5; default int x() { return X; } }
  interface J { int X = 6; }
  static class D implements I, J { int y = I.X * 10 + J.X; }
  int v = 1;

  class Inner {
    int v = 2;
    int sum(int v) {
      IntSupplier s = () -> v * 100 + this.v * 10 + AccessModes.this.v;
      v(v);
      return s.getAsInt();
    }
    void v(int w) {
      this.v += w;
      AccessModes.this.v++;
    }
  }

  static int overload(Object o) { return 1; }
  static int overload(A a) { return 2; }
  static int overload(B b) { return 3; }
  int init = initial();
  int late = 7;
  int initial() { return late; }

  @SuppressWarnings("static-access")
  public static void main(String[] args) {
    A a = new C();
    B b = (B) a;
    C c = (C) b;
    System.out.println(
        a.f + b.f + c.f() + a.m() + a.callP() + b.both() + a.s() + b.s() + ((A) b).s());
    System.out.println(overload(a) + "" + overload(b) + overload((Object) c) + new D().y
        + new D().x() + new AccessModes().new Inner().sum(4) + new AccessModes().init);
    A none = null;
    System.out.println(none.s() + none.count);
  }
}
