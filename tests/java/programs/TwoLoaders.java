import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

interface PlugApi {
  int id();
}

enum PlugKind { ONE, TWO }

record PlugPoint(int x, PlugPoint next) {}

class PlugError extends RuntimeException {
  PlugError(String s) {
    super(s);
  }
}

class PlugBase {
  static int made;
  protected int kept = 7;
  int pack() { return 1; }
  PlugPoint point(PlugPoint p, PlugPoint[] more) { return new PlugPoint(more.length, p); }
}

public class TwoLoaders extends PlugBase implements Supplier<Object>, PlugApi, IntSupplier {
  static int count;
  static final String NAME = "plug";

  /** Defines all classes Plug* and this class itself; delegates the others to its parent. */
  static class Plug extends ClassLoader {
    Plug(String name) {
      super(name, Plug.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> c = findLoadedClass(name);
        if (c == null && (name.startsWith("Plug") || name.startsWith("TwoLoaders")))
          c = define(name);
        return c != null ? c : super.loadClass(name, resolve);
      }
    }

    Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = TwoLoaders.class.getResourceAsStream(name + ".class")) {
        byte[] b = in.readAllBytes();
        return defineClass(name, b, 0, b.length);
      } catch (java.io.IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  public TwoLoaders() {
    count++;
    made += 10;
  }

  public int id() {
    return count;
  }

  @Override
  public int getAsInt() {
    return kept + pack();
  }

  static String meet(PlugApi a, PlugPoint[] p) {
    return "met " + a.id() + " " + p.length;
  }

  @Override
  public Object get() {
    try {
      return facts();
    } catch (Exception e) {
      return e.toString();
    }
  }

  int sum(IntSupplier... s) {
    int n = 0;
    for (IntSupplier i : s) n += i.getAsInt();
    return n;
  }

  List<String> facts() throws Exception {
    List<String> out = new ArrayList<>();
    PlugApi api = () -> made;
    PlugApi ref = this::id;
    Supplier<PlugPoint> make = () -> new PlugPoint(3, null);
    out.add(count + " " + made + " " + api.id() + " " + ref.id() + " " + make.get());
    out.add(new PlugPoint(1, make.get()).equals(new PlugPoint(1, new PlugPoint(3, null))) + " "
        + make.get().hashCode());
    out.add(PlugKind.valueOf("TWO") + " " + PlugKind.values().length + " " + kind(PlugKind.ONE));
    try {
      throw new PlugError("thrown");
    } catch (PlugError e) {
      out.add("caught " + e);
    }
    PlugPoint[] points = {new PlugPoint(1, null), null};
    out.add(points.getClass() + " " + points.clone().length + " "
        + (points.getClass().getComponentType() == PlugPoint.class) + " "
        + point(points[0], points));
    Method m = TwoLoaders.class.getDeclaredMethod("meet", PlugApi.class, PlugPoint[].class);
    out.add(m.invoke(null, this, points) + " " + (m.getParameterTypes()[0] == PlugApi.class));
    out.add(PlugBase.class.getDeclaredMethod("point", PlugPoint.class, PlugPoint[].class)
                .invoke(this, points[0], points)
        + "");
    MethodHandles.Lookup l = MethodHandles.lookup();
    MethodType t = MethodType.methodType(String.class, PlugApi.class, PlugPoint[].class);
    out.add(t + " " + (t.parameterType(0) == PlugApi.class));
    try {
      out.add(
          (String) l.findStatic(TwoLoaders.class, "meet", t).invokeExact((PlugApi) this, points));
    } catch (Throwable e) {
      out.add("" + e);
    }
    PlugApi proxy = (PlugApi) Proxy.newProxyInstance(TwoLoaders.class.getClassLoader(),
        new Class<?>[] {PlugApi.class}, (p, mm, a) -> 40 + count);
    out.add(proxy.id() + " " + (proxy instanceof PlugApi) + " " + PlugApi.class.isInstance(ref));
    out.add((Class.forName("PlugApi") == PlugApi.class) + " "
        + (Class.forName("[LPlugApi;") == PlugApi[].class));
    out.add(sum(this, () -> 2) + "");
    return out;
  }

  static int kind(PlugKind k) {
    switch (k) {
      case ONE: return 1;
      default: return 2;
    }
  }

  public static void main(String[] args) throws Exception {
    Plug one = new Plug("one"), two = new Plug("two");
    new TwoLoaders();
    for (Plug p : new Plug[] {one, two, one}) {
      @SuppressWarnings("unchecked")
      Supplier<Object> s =
          (Supplier<Object>) p.loadClass("TwoLoaders").getDeclaredConstructor().newInstance();
      for (Object o : (List<?>) s.get()) System.out.println(o);
    }
    System.out.println(new TwoLoaders().facts());
    Class<?> a = one.loadClass("PlugPoint"), b = two.loadClass("PlugPoint");
    System.out.println((a == b) + " " + a.getName().equals(b.getName()) + " "
        + (a == PlugPoint.class) + " " + a.isAssignableFrom(b));
    System.out.println(a.getClassLoader().getName() + " " + b.getClassLoader().getName() + " "
        + a.arrayType().isAssignableFrom(b.arrayType()));
    var made = a.getDeclaredConstructors()[0];
    made.setAccessible(true);
    Object pa = made.newInstance(1, null);
    try {
      PlugPoint p = (PlugPoint) pa;
      System.out.println(p);
    } catch (ClassCastException e) {
      System.out.println(e.getMessage().replaceAll("@[0-9a-f]+", "@"));
    }
    try {
      one.define("PlugPoint");
    } catch (LinkageError e) {
      System.out.println(e.toString().replaceAll("@[0-9a-f]+", "@"));
    }
    try {
      var other = b.getDeclaredConstructors()[0];
      other.setAccessible(true);
      other.newInstance(1, pa);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    Set<Class<?>> set = new HashSet<>(List.of(a, b, PlugPoint.class));
    System.out.println(set.size() + " " + (Class.forName("PlugPoint", true, one) == a) + " "
        + (Class.forName("PlugPoint", true, two) == b) + " "
        + (Class.forName("[[LPlugPoint;", true, two) == b.arrayType().arrayType()) + " "
        + (Class.forName("PlugPoint") == PlugPoint.class));
    Set<String> names = new TreeSet<>();
    for (Class<?> c : set)
      names.add(c + "|" + c.getSimpleName() + "|" + c.arrayType().getTypeName());
    System.out.println(names);
  }
}
