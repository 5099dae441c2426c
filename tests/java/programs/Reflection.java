import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Class objects and reflection: names, modifiers, members, invocation, arrays. */
public class Reflection {
  public static class Subject {
    private int number = 5;
    public String text = "t";
    static long count = 3;

    public Subject() {}

    protected Subject(int n, String s) {
      number = n;
      text = s;
    }

    public int add(int a, long b) {
      return (int) (number + a + b);
    }

    private static String hidden(String s) {
      return "<" + s + ">";
    }

    void fail() throws java.io.IOException {
      throw new java.io.IOException("inside");
    }
  }

  interface Marker {}

  abstract static class Kind implements Marker, Comparable<Kind> {}

  static List<String> names(Object[] members) {
    List<String> out = new ArrayList<>();
    for (Object m : members) {
      out.add(m instanceof Method  ? ((Method) m).getName()
              : m instanceof Field ? ((Field) m).getName()
                                   : ((Class<?>) m).getSimpleName());
    }
    out.removeIf(n -> n.contains("$"));
    out.sort(null);
    return out;
  }

  public static void main(String[] args) throws Exception {
    for (Class<?> c : new Class<?>[] {int.class, void.class, String.class, int[].class,
             String[][].class, Subject.class, Runnable.class, Thread.State.class, Kind.class}) {
      System.out.println(c.getName() + " " + c.getSimpleName() + " " + c.getTypeName() + " " + c
          + " " + c.isInterface() + c.isPrimitive() + c.isArray() + c.isEnum() + " "
          + Modifier.toString(c.getModifiers()) + " " + c.getSuperclass() + " "
          + c.getPackageName());
    }
    System.out.println(names(Subject.class.getDeclaredMethods()) + " "
        + names(Subject.class.getDeclaredFields()) + " " + names(Kind.class.getInterfaces()) + " "
        + Subject.class.getDeclaredConstructors().length + " "
        + names(Reflection.class.getDeclaredClasses()));
    Constructor<Subject> constructor =
        Subject.class.getDeclaredConstructor(int.class, String.class);
    Subject s = constructor.newInstance(40, "made");
    Method add = Subject.class.getMethod("add", int.class, long.class);
    System.out.println(add.invoke(s, 1, 1L) + " " + add.getReturnType() + " "
        + Arrays.toString(add.getParameterTypes()) + " " + add);
    Method hidden = Subject.class.getDeclaredMethod("hidden", String.class);
    hidden.setAccessible(true);
    System.out.println(hidden.invoke(null, "x") + " " + Modifier.isStatic(hidden.getModifiers()));
    Field number = Subject.class.getDeclaredField("number");
    number.setAccessible(true);
    number.setInt(s, 7);
    System.out.println(
        number.get(s) + " " + Subject.class.getField("text").get(s) + " " + number.getType());
    Field count = Subject.class.getDeclaredField("count");
    count.set(null, 9L);
    System.out.println(Subject.count + " " + count.getLong(null));
    try {
      Subject.class.getDeclaredMethod("fail").invoke(s);
    } catch (InvocationTargetException e) {
      System.out.println(e.getCause());
    }
    try {
      Subject.class.getMethod("none");
    } catch (NoSuchMethodException e) {
      System.out.println(e.getMessage());
    }
    try {
      add.invoke(s, "wrong", 1L);
    } catch (IllegalArgumentException e) {
      System.out.println("wrong type");
    }
    int[] array = (int[]) Array.newInstance(int.class, 3);
    Array.setInt(array, 1, 8);
    System.out.println(Array.getLength(array) + " " + Array.get(array, 1) + " "
        + Array.newInstance(String.class, 2, 3).getClass().getName());
    System.out.println(Marker.class.isAssignableFrom(Kind.class) + " " + Number.class.isInstance(3)
        + " " + Integer.class.cast(3) + " "
        + Class.forName("java.util.ArrayList").getDeclaredConstructor().newInstance() + " "
        + Class.forName("[I") + " " + new Object() {}.getClass().getName());
  }
}
