/**
 * Default, static and private interface methods: diamonds, super calls, defaults made abstract
 * again, methods of classes that take precedence.
 */
public class DefaultMethods {
  interface A {
    default String hi() { return "A"; }
    default String other() { return "Ao"; }
    static String make() { return "static A"; }
  }
  interface B extends A { @Override default String hi() { return "B" + A.super.hi(); } }
  interface C extends A { @Override default String hi() { return "C" + A.super.hi(); } }
  interface D extends B, C {
    @Override
    default String hi() {
      return "D" + B.super.hi() + C.super.hi();
    }
  }
  interface E extends A { @Override String hi(); }
  static class Wins { public String hi() { return "class"; } }
  static class Both extends Wins implements B { }
  static class Diamond implements B, A { }
  static class Again implements E { public String hi() { return "again" + other(); } }
  static abstract class Half implements D { public abstract String other(); }
  static class Whole extends Half { public String other() { return "whole" + super.hi(); } }
  enum Op implements A { X, Y { @Override public String hi() { return "Y" + super.hi(); } } }
  record R(int v) implements A { @Override public String hi() { return "R" + v + A.super.hi(); } }
  interface Fluent<T extends Fluent<T>> {
    T self();
    default T twice() {
      count[0]++;
      return self();
    }
    int[] count = {0};
  }
  static class F implements Fluent<F> { public F self() { return this; } }
  interface Eq { boolean equals(Object o); default int code() { return hashCode() & 0; } }

  public static void main(String[] args) {
    System.out.println(new Both().hi() + new Diamond().hi() + new Again().hi() + new Whole().other()
        + new Whole().hi() + new D() {}.hi() + A.make());
    for (Op o : Op.values()) System.out.print(o.hi() + o.other() + " ");
    System.out.println(new R(4).hi() + new F().twice().twice().self().count[0]);
    A lambdaLike = new A() { public String hi() { return A.super.hi() + "anon"; } };
    Eq eq = new Eq() { };
    System.out.println(lambdaLike.hi() + eq.code() + eq.equals(eq));
  }
}
