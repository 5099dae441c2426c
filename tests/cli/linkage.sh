#!/usr/bin/env bash
# Linking as the JVM specification requires, compared with java: overriding across packages, default
# methods, and every linkage error that separately compiled classes can cause. Each case prints its
# observations, which must be the same in both JVMs.
# STRESS builds run this.
# timeout: 120
set -u
javac=${JAVAC:-javac} java=${JAVA:-java}
cd "$TEST_TMP" || exit 5
n=0 failed=0

write() { mkdir -p "$(dirname "$1")" && cat >"$1"; }
compile() { "$javac" -nowarn -cp "$dir" -d "$dir" "$@" || echo "# javac failed in $dir"; }
begin() { dir=$PWD/$1; mkdir -p "$dir" "$dir/src"; }
agree() { # NAME MAIN: the outputs and exit statuses agree
  local a b
  n=$((n + 1))
  "$java" -ea -cp "$dir" "$2" >"$dir/java.out" 2>"$dir/java.err"; a=$?
  "$HEDDLE" run -cp "$dir" "$2" >"$dir/heddle.out" 2>"$dir/heddle.err"; b=$?
  if [ $a -eq $b ] && [ -s "$dir/java.out" ] && cmp -s "$dir/java.out" "$dir/heddle.out"; then
    echo "ok $n - $1"
  else
    echo "not ok $n - $1 (java $a, heddle $b)"
    diff "$dir/java.out" "$dir/heddle.out" | sed 's/^/# /'
    head -n 5 "$dir/heddle.err" | sed 's/^/# /'
    failed=1
  fi
}

begin packages
write "$dir/src/p/A.java" <<'X'
package p;
public class A {
  void m() { System.out.println("p.A.m"); }
  protected void n() { System.out.println("p.A.n"); }
  public static void call(A a) { a.m(); a.n(); }
}
X
write "$dir/src/q/B.java" <<'X'
package q;
public class B extends p.A {
  void m() { System.out.println("q.B.m"); }
  protected void n() { System.out.println("q.B.n"); }
  public static void callB(B b) { b.m(); b.n(); }
}
X
write "$dir/src/p/C.java" <<'X'
package p;
public class C extends q.B {
  public void m() { System.out.println("p.C.m"); }
}
X
write "$dir/src/q/D.java" <<'X'
package q;
public class D extends p.C {
  public void m() { System.out.println("q.D.m"); super.m(); }
  protected final void n() { System.out.println("q.D.n"); }
}
X
write "$dir/src/Main.java" <<'X'
public class Main {
  public static void main(String[] args) {
    p.A.call(new p.A()); p.A.call(new q.B()); p.A.call(new p.C()); p.A.call(new q.D());
    q.B.callB(new q.B()); q.B.callB(new p.C()); q.B.callB(new q.D());
    new p.C().m(); new q.D().m();
  }
}
X
compile "$dir"/src/*.java "$dir"/src/*/*.java
agree "package-private methods override within their package only" Main

begin defaults
write "$dir/src/Main.java" <<'X'
import java.util.function.Supplier;
public class Main {
  interface I {
    default String m() { return "I"; }
    String abs();
    static String s() { return "s"; }
    private String p() { return "p"; }
    default String viaP() { return p(); }
  }
  interface J extends I { default String m() { return "J" + I.super.m(); } }
  interface K extends I { }
  interface L extends I { String m(); }
  static abstract class X implements I { String callAbs() { return abs() + m(); } }
  static class Y extends X implements K, J { public String abs() { return "Y"; } }
  static class Z extends Y implements K { public String m() { return "Z" + super.m(); } }
  static abstract class P { public abstract String m(); }
  static class Base { public String m() { return "Base"; } }
  static class Q extends Base implements J { public String abs() { return "Q"; } }
  static class R implements L {
    public String m() { return "R"; }
    public String abs() { return "R"; }
  }
  enum E implements Supplier<String> {
    A { public String get() { return "a"; } }, B;
    public String get() { return "dflt"; }
  }
  public static void main(String[] args) {
    X x = new Y(); I i = new Y(); J j = new Z(); L l = new R();
    System.out.println(x.callAbs() + x.m() + i.m() + j.m() + j.abs() + new Q().m()
        + ((I) new Q()).m() + l.m() + i.viaP() + I.s());
    System.out.println(x.hashCode() == i.hashCode() ? "same" : "other");
    System.out.println(E.A.get() + E.B.get() + ((Supplier<String>) E.A).get());
    System.out.println(i.equals(i) + " " + (j.toString() != null));
    Object[] array = new I[] {new Y(), new R()};
    System.out.println(array instanceof I[] ? array.getClass().getName() : "?");
    System.out.println(new int[] {1, 2}.clone().length + " " + (new int[0] instanceof Object)
        + (new int[0][] instanceof Object[]) + ((Object) new int[0] instanceof Cloneable));
  }
}
X
compile "$dir/src/Main.java"
agree "default methods: the most specific one is selected" Main

begin missing
write "$dir/src/Main.java" <<'X'
class Gone { static int f; static void m() { } }
class Parent { }
class Child extends Parent { }
class Iface { }
interface Was { }
class Impl implements Was { }
public class Main {
  static void show(String what, Runnable r) {
    try {
      r.run();
      System.out.println(what + ": fine");
    } catch (Throwable e) {
      System.out.println(what + ": " + e.getClass().getName() + ": " + e.getMessage());
    }
  }
  static void find(String name) {
    try {
      Class.forName(name);
    } catch (ClassNotFoundException e) {
      System.out.println(e);
    }
  }
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 2; i++) {
      show("new", () -> new Gone());
      show("static", () -> Gone.m());
      show("field", () -> System.out.println(Gone.f));
      show("array", () -> System.out.println(new Gone[1].length));
      show("class", () -> System.out.println(Gone.class));
      show("cast", () -> System.out.println((Object) (Gone) args[0].getClass().cast(null)));
      show("super", () -> new Child());
      show("interface", () -> new Impl());
      show("forName", () -> find("Gone"));
      show("forName super", () -> find("Child"));
    }
    try {
      Object o = null;
      System.out.println((Gone) o);
    } catch (Throwable e) {
      System.out.println(e);
    }
    System.out.println(new Object() instanceof Main);
  }
}
X
sed -i 's/(Object) (Gone) args\[0\].getClass().cast(null)/(Object) (Gone) (Object) args/' \
  "$dir/src/Main.java"
compile "$dir/src/Main.java"
rm "$dir/Gone.class" "$dir/Parent.class" "$dir/Was.class"
agree "missing classes" Main

begin changed
write "$dir/src/Main.java" <<'X'
public class Main {
  static void show(String what, Runnable r) {
    try {
      r.run();
      System.out.println(what + ": fine");
    } catch (Throwable e) {
      boolean loader = e.getMessage() != null && e.getMessage().contains("loader");
      System.out.println(what + ": " + (loader ? e.getClass().getName() : e));
    }
  }
  public static void main(String[] args) {
    Lib lib = new Lib();
    Face face = new FaceImpl();
    show("method gone", () -> lib.gone());
    show("static method gone", () -> Lib.goneStatic());
    show("field gone", () -> System.out.println(lib.goneField));
    show("method is static now", () -> lib.wasInstance());
    show("method is an instance method now", () -> Lib.wasStatic());
    show("field is static now", () -> System.out.println(lib.wasInstanceField));
    show("field is an instance field now", () -> System.out.println(Lib.wasStaticField));
    show("field is written", () -> { Lib.wasStaticField = 3; });
    show("method of the interface is new", () -> FaceUser.use(face));
    show("abstract method of the class is new", () -> ShapeUser.use(new Circle()));
    show("method of the superclass is abstract now", () -> new Circle().outer());
    show("does not implement it any more", () -> FaceUser.take(new Gone()));
    show("class is an interface now", () -> Swap.m());
    show("interface is a class now", () -> Pawn.call(null));
    show("class is abstract now", () -> new Concrete());
    show("class is final now", () -> new Heir());
    show("superclass is an interface now", () -> new Heir2());
    show("enum constant gone", () -> System.out.println(Colour.RED + " " + Colour.BLUE));
    show("field moved up", () -> System.out.println(new Lower().moved));
    show("method moved up", () -> System.out.println(new Lower().movedMethod()));
  }
}
class Lower extends Upper { int moved = 1; String movedMethod() { return "lower"; } }
class Upper { }
class Lib {
  void gone() { } static void goneStatic() { } int goneField;
  void wasInstance() { }
  static void wasStatic() { }
  int wasInstanceField;
  static int wasStaticField;
}
interface Face { }
class FaceImpl implements Face { }
class FaceUser {
  static void use(Face f) { System.out.println("old"); }
  static void take(Old o) { System.out.println("old"); }
}
interface Old { }
class Gone implements Old { }
abstract class Shape { void base() { } }
class Circle extends Shape { void outer() { super.base(); } }
class ShapeUser { static void use(Shape s) { System.out.println("old"); } }
class Swap { static void m() { } }
interface Rook { void r(); }
class Pawn {
  static void call(Rook r) { if (r == null) r = make(); r.r(); }
  static Rook make() { return () -> { }; }
}
class Concrete { }
class OpenBase { }
class Heir extends OpenBase { }
class ClassBase { }
class Heir2 extends ClassBase { }
enum Colour { RED, BLUE }
X
compile "$dir/src/Main.java"
write "$dir/src2/New.java" <<'X'
class Lower extends Upper { }
class Upper { int moved = 2; String movedMethod() { return "upper"; } }
class Lib {
  static void wasInstance() { }
  void wasStatic() { }
  static int wasInstanceField;
  int wasStaticField;
}
interface Face { void added(); }
interface Old { void m(); }
class Gone { }
abstract class Shape { abstract int area(int[] scale, String unit); abstract void base(); }
class ShapeUser { static void use(Shape s) { s.area(null, ""); } }
class FaceUser { static void use(Face f) { f.added(); } static void take(Old o) { o.m(); } }
interface Swap { static void m() { } }
abstract class Concrete { }
final class OpenBase { }
interface ClassBase { }
enum Colour { RED }
X
"$javac" -nowarn -d "$dir" "$dir/src2/New.java"
agree "classes that were changed separately" Main

begin references
write "$dir/src/Main.java" <<'X'
import java.util.function.*;
public class Main {
  static void attempt(String name, Runnable r) {
    for (int i = 0; i < 2; i++)
      try {
        r.run();
        System.out.println(name + " fine");
      } catch (Throwable e) {
        System.out.println(name + " " + e.toString().replaceAll("index \\d+", "index N"));
      }
  }
  public static void main(String[] args) {
    attempt("gone", () -> { Supplier<String> s = Foo::gone; System.out.println("made"); s.get(); });
    attempt("now private", () -> {
      Function<Foo, String> s = Foo::hidden;
      System.out.println("made");
      s.apply(new Foo());
    });
    attempt("other constructor", () -> {
      IntFunction<Foo> s = Foo::new;
      System.out.println("made");
      s.apply(3);
    });
    attempt("now static", () -> {
      Function<Foo, String> s = Foo::inst;
      System.out.println("made");
      s.apply(new Foo());
    });
    attempt("no longer static", () -> {
      Supplier<String> s = Foo::stat;
      System.out.println("made");
      s.get();
    });
    attempt("abstract now", () -> {
      Supplier<Bar> s = Bar::new;
      System.out.println("made");
      s.get();
    });
    attempt("interface now", () -> {
      Runnable s = Both::run;
      System.out.println("made");
      s.run();
    });
    attempt("class now", () -> { Runnable s = Neither::run; System.out.println("made"); s.run(); });
    attempt("called: interface now", () -> Both.run());
    attempt("called: class now", () -> Neither.run());
    attempt("called on it: interface now", () -> Neither.on(null));
    attempt("inherited", () -> {
      Supplier<String> s = new Sub()::kept;
      System.out.println(s.get());
    });
    attempt("of an array", () -> {
      int[] a = {1};
      Supplier<Object> s = a::getClass;
      Supplier<int[]> t = a::clone;
      System.out.println(s.get() + " " + t.get()[0]);
    });
    attempt("of an interface", () -> {
      CharSequence c = "abc";
      IntSupplier s = c::length;
      System.out.println(s.getAsInt());
    });
    attempt("of its super", () -> System.out.println(new Sub().above().get()));
  }
}
class Foo {
  Foo() { }
  Foo(int x) { }
  static String gone() { return "gone"; }
  String hidden() { return "hidden"; }
  String inst() { return "inst"; }
  static String stat() { return "stat"; }
  String kept() { return "kept"; }
}
class Sub extends Foo {
  String kept() { return "other"; }
  Supplier<String> above() { return super::kept; }
}
class Bar { }
class Both { static void run() { } }
interface Neither {
  static void run() { }
  static void on(Neither n) { if (n != null) n.call(); System.out.println("on"); }
  void call();
}
X
write "$dir/src2/New.java" <<'X'
class Foo {
  Foo() { }
  private String hidden() { return "hidden"; }
  static String inst() { return "inst"; }
  String stat() { return "stat"; }
  String kept() { return "kept"; }
}
abstract class Bar { }
interface Both { static void run() { } }
class Neither { static void run() { } static void on(Neither n) { System.out.println("on"); } }
X
compile "$dir/src/Main.java"
"$javac" -nowarn -d "$dir" "$dir/src2/New.java"
agree "references to changed methods: errors occur when the references are resolved" Main

begin circular
write "$dir/src/Main.java" <<'X'
public class Main {
  public static void main(String[] args) throws Exception {
    for (String s : new String[] {"A", "B", "Wrong", "Cut", "Deep", "[LA;", "[I", "int"})
      try { System.out.println(Class.forName(s)); }
      catch (Throwable e) { System.out.println(s + ": " + e.getClass().getName()); }
  }
}
class A extends B { }
class B { }
class Right { }
class Cut { int x = 1; }
class Deep extends Cut { }
X
compile "$dir/src/Main.java"
write "$dir/src2/B.java" <<'X'
class B extends A { }
class A { }
X
mkdir -p "$dir/other" && "$javac" -d "$dir/other" "$dir/src2/B.java" &&
  cp "$dir/other/B.class" "$dir/B.class"
cp "$dir/Right.class" "$dir/Wrong.class"
head -c 60 "$dir/Cut.class" >"$dir/Cut.new" && mv "$dir/Cut.new" "$dir/Cut.class"
agree "circular, misnamed and damaged classes" Main

echo "1..$n"
exit $failed
