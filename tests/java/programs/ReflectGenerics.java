import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** Generic signatures in reflection, the bridge methods of generic classes, unchecked casts. */
public class ReflectGenerics {
  static class Box<T extends Comparable<T> & Serializable, U>
      extends ArrayList<Map<T, ? super U[]>> implements Callable<List<? extends T>> {
    T value;
    List<T>[] lists;
    Map.Entry<String, int[]> entry;
    Box<T, U>.Inner inner;
    class Inner {}
    <E extends Exception> Box(Class<E> k, T t) throws E {}
    Box() {}
    @Override public List<? extends T> call() { return null; }
    <A, B extends A> B method(A a, List<? super B> b, A... more) throws IllegalStateException {
      return null;
    }
  }

  static abstract class Node<T> {
    abstract void set(T t);
    T get() { return null; }
  }

  static class Leaf extends Node<String> {
    String s;
    @Override void set(String t) { s = t; }
    @Override String get() { return s; }
  }

  static String show(Type t) {
    if (t instanceof Class) return "class " + ((Class<?>) t).getSimpleName();
    if (t instanceof ParameterizedType)
      return "param " + ((ParameterizedType) t).getRawType()
          + Arrays.toString(((ParameterizedType) t).getActualTypeArguments()) + " owner "
          + ((ParameterizedType) t).getOwnerType();
    if (t instanceof GenericArrayType)
      return "array of " + show(((GenericArrayType) t).getGenericComponentType());
    if (t instanceof WildcardType)
      return "wild " + Arrays.toString(((WildcardType) t).getLowerBounds())
          + Arrays.toString(((WildcardType) t).getUpperBounds());
    GenericDeclaration d = ((TypeVariable<?>) t).getGenericDeclaration();
    return "var " + t + " of " + (d instanceof Class ? ((Class<?>) d).getSimpleName() : d)
        + Arrays.toString(((TypeVariable<?>) t).getBounds());
  }

  static <T> T unchecked(Object o) {
    @SuppressWarnings("unchecked")
    T t = (T) o;
    return t;
  }

  public static void main(String[] args) throws Exception {
    for (TypeVariable<?> v : Box.class.getTypeParameters()) System.out.println(show(v));
    System.out.println(Box.class.getGenericSuperclass() + "\n" + Box.class.getGenericInterfaces()[0]
        + "\n" + Box.class.toGenericString());
    for (String f : new String[] {"value", "lists", "entry", "inner"})
      System.out.println(f + ": " + show(Box.class.getDeclaredField(f).getGenericType()) + " / "
          + Box.class.getDeclaredField(f).toGenericString());
    for (Method m : Box.class.getDeclaredMethods()) {
      if (m.getName().equals("method")) {
        System.out.println(m.toGenericString());
        for (Type t : m.getGenericParameterTypes()) System.out.println("  " + show(t));
        System.out.println("  returns " + show(m.getGenericReturnType()) + " throws "
            + Arrays.toString(m.getGenericExceptionTypes()));
      }
    }
    for (Constructor<?> c : Box.class.getDeclaredConstructors())
      if (c.getParameterCount() == 2) System.out.println(c.toGenericString());
    Object list = new ArrayList<List<? extends Number>>() {}.getClass().getGenericSuperclass();
    System.out.println(
        show(((ParameterizedType) ((ParameterizedType) list).getActualTypeArguments()[0])
                 .getActualTypeArguments()[0]));
    Method[] ms = Leaf.class.getDeclaredMethods();
    Arrays.sort(ms, (a, b) -> a.toString().compareTo(b.toString()));
    for (Method m : ms) System.out.println(m + " bridge " + m.isBridge());
    Node<String> n = new Leaf();
    n.set("bridged");
    System.out.println(n.get());
    try {
      @SuppressWarnings({"unchecked", "rawtypes"})
      Node<Object> raw = (Node) n;
      raw.set(5);
    } catch (ClassCastException e) {
      System.out.println("CCE");
    }
    try {
      String s = unchecked(5);
      System.out.println(s);
    } catch (ClassCastException e) {
      System.out.println("CCE late");
    }
    Function<Object, Object> id = Function.identity();
    System.out.println(id.apply("id") + " " + ReflectGenerics.<Integer>unchecked(4) + " "
        + new Box<String, Integer>().hashCode());
  }
}
