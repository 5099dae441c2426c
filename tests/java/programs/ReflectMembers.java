import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;

/** Fields, methods and constructors through reflection: access, conversions, exceptions. */
public class ReflectMembers {
  static class Base {
    protected int x = 1;
    public static final String NAME = "base";
    private volatile long wide = 5;
    public Base() {}
    private Base(int x, String... more) { this.x = x + more.length; }
    public String hello(Object o) { return "hello " + o; }
    private static double twice(double d) { return 2 * d; }
    void fail(String s) throws java.io.IOException { throw new java.io.IOException(s); }
  }

  static final class Derived extends Base implements Comparable<Derived> {
    transient boolean flag;
    @Override public int compareTo(Derived o) { return 7; }
    @Override public String hello(Object o) { return "derived " + super.hello(o); }
    synchronized native void nothing();
  }

  interface Shape { double area(); default String text() { return "area " + area(); } }

  static abstract class Abstract { abstract void f(); }

  enum Color { RED }

  static void attempt(String name, java.util.concurrent.Callable<?> c) throws Exception {
    try {
      System.out.println(name + ": " + c.call());
    } catch (InvocationTargetException e) {
      System.out.println(name + ": target " + e.getCause());
    } catch (ReflectiveOperationException | RuntimeException e) {
      System.out.println(name + ": " + e.getClass().getName());
    }
  }

  public static void main(String[] args) throws Exception {
    Method[] ms = Derived.class.getDeclaredMethods();
    Arrays.sort(ms, Comparator.comparing(Method::toString));
    for (Method m : ms)
      System.out.println(
          m + " " + m.isBridge() + m.isSynthetic() + " " + Arrays.toString(m.getParameterTypes()));
    Field[] fs = Base.class.getDeclaredFields();
    Arrays.sort(fs, Comparator.comparing(Field::getName));
    for (Field f : fs)
      System.out.println(
          f + " | " + f.toGenericString() + " " + Modifier.toString(f.getModifiers()));
    for (Constructor<?> c : Base.class.getDeclaredConstructors())
      System.out.println(c.toGenericString() + c.isVarArgs());
    Constructor<Base> c = Base.class.getDeclaredConstructor(int.class, String[].class);
    c.setAccessible(true);
    Base b = c.newInstance(5, new String[] {"a", "b"});
    Field x = Base.class.getDeclaredField("x"), wide = Base.class.getDeclaredField("wide");
    System.out.println(x.getInt(b) + " " + x.get(b) + " " + x.getLong(b) + " " + x.getDouble(b)
        + " " + Base.class.getField("NAME").get(null));
    x.set(b, (short) 9);
    wide.setAccessible(true);
    wide.setInt(b, 77);
    System.out.println(b.x + " " + wide.getFloat(b));
    Method hello = Base.class.getMethod("hello", Object.class);
    System.out.println(hello.invoke(new Derived(), 3) + " " + hello.invoke(b, (Object) null));
    Method twice = Base.class.getDeclaredMethod("twice", double.class);
    twice.setAccessible(true);
    System.out.println(twice.invoke(null, 3) + " " + twice.invoke("ignored", 2.5f));
    attempt("missing method", () -> Base.class.getMethod("nope"));
    attempt("missing field", () -> Base.class.getField("x"));
    attempt("few arguments", () -> hello.invoke(b));
    attempt("bad receiver", () -> hello.invoke("x", 1));
    attempt("null receiver", () -> hello.invoke(null, 1));
    attempt("bad argument", () -> twice.invoke(null, "s"));
    attempt("narrowing", () -> { x.set(b, 5L); return 0; });
    attempt("final", () -> { Base.class.getField("NAME").set(null, "z"); return 0; });
    attempt("thrown", () -> Base.class.getDeclaredMethod("fail", String.class).invoke(b, "boom"));
    attempt("abstract", () -> Abstract.class.getDeclaredConstructor().newInstance());
    attempt("interface", () -> Shape.class.getDeclaredConstructor());
    attempt("enum", () -> {
      Constructor<Color> k = Color.class.getDeclaredConstructor(String.class, int.class);
      k.setAccessible(true);
      return k.newInstance("B", 1);
    });
    attempt("unboxing null", () -> twice.invoke(null, (Object) null));
    attempt("private",
        ()
            -> Class.forName("java.util.ArrayList")
                   .getDeclaredField("size")
                   .get(new java.util.ArrayList<>()));
    int[][] grid = (int[][]) Array.newInstance(int.class, 2, 3);
    Array.setInt(grid[1], 2, 8);
    Object strings = Array.newInstance(String.class, 2);
    Array.set(strings, 0, "s");
    System.out.println(Arrays.deepToString(grid) + Array.getLength(strings) + Array.get(strings, 0)
        + Array.getLong(grid[1], 2) + Array.newInstance(int[].class, 1).getClass().getName());
    attempt("array store", () -> { Array.set(strings, 1, 1); return 0; });
    attempt("no array", () -> Array.getLength("x"));
    attempt("array index", () -> Array.get(grid, 2));
    attempt("negative", () -> Array.newInstance(int.class, -1));
    System.out.println(Modifier.toString(Derived.class.getModifiers()) + " "
        + Derived.class.getInterfaces()[0] + " " + Derived.class.getSuperclass().getSimpleName()
        + " " + Modifier.isAbstract(Shape.class.getModifiers()));
    Shape s = () -> 2.5;
    System.out.println(
        Shape.class.getMethod("text").invoke(s) + " " + Shape.class.getMethod("text").isDefault());
    Method m = Base.class.getDeclaredMethod("fail", String.class);
    System.out.println(m.getExceptionTypes()[0] + " " + m.getParameterCount() + " "
        + m.getParameters()[0].getType() + " "
        + m.equals(Base.class.getDeclaredMethod("fail", String.class)) + " "
        + (m.hashCode() == Base.class.getDeclaredMethod("fail", String.class).hashCode()));
  }
}
