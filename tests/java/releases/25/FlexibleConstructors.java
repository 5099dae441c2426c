/** Statements before super(...), records and enums nested in methods, unnamed variables. */
public class FlexibleConstructors {
  static class Base {
    Base(int x) { System.out.println("Base " + x + " " + describe()); }
    String describe() { return "base"; }
  }

  static class Derived extends Base {
    final int checked;
    Derived(String s) {
      if (s.isEmpty()) throw new IllegalArgumentException("empty");
      int n = Integer.parseInt(s);
      this.checked = n * 2;
      super(n + 1);
      System.out.println("Derived " + checked);
    }
    @Override String describe() { return "derived " + checked; }
  }

  class Inner {
    static int statics = 4;
    Inner() {
      int local = statics++;
      super();
      System.out.println("inner " + local);
    }
  }

  public static void main(String[] args) {
    new Derived("20");
    try {
      new Derived("");
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    new FlexibleConstructors().new Inner();
    enum Local { ONE, TWO }
    record Rec(Local l) { }
    int total = 0;
    for (var _ : Local.values()) total++;
    try {
      Integer.parseInt("x");
    } catch (NumberFormatException _) {
      System.out.println(total + " " + new Rec(Local.TWO));
    }
  }
}
