import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.lang3.ClassUtils;
import org.apache.commons.lang3.reflect.ConstructorUtils;
import org.apache.commons.lang3.reflect.FieldUtils;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.apache.commons.lang3.reflect.TypeUtils;

/** ClassUtils and the reflection helpers. */
public class LangReflect {
  public static class Base {
    private int hidden = 3;
    protected static String shared = "s";
    public final Map<String, List<Integer>> generic = null;

    public String join(String a, Integer... rest) { return a + rest.length; }
    public static long twice(long x) { return 2 * x; }
  }

  public static class Derived extends Base implements Comparable<Derived> {
    public int own;
    public Derived() {}
    public Derived(int own) { this.own = own; }
    public int compareTo(Derived o) { return own - o.own; }
  }

  public static void main(String[] args) throws Exception {
    System.out.println(ClassUtils.getShortClassName(Map.Entry.class) + " "
        + ClassUtils.getPackageName(String.class) + " "
        + ClassUtils.getAbbreviatedName("org.apache.commons.lang3.ClassUtils", 20));
    System.out.println(ClassUtils.getAllSuperclasses(ArrayList.class) + " "
        + ClassUtils.getAllInterfaces(Derived.class));
    System.out.println(ClassUtils.isAssignable(Integer.class, long.class) + " "
        + ClassUtils.primitiveToWrapper(char.class) + ClassUtils.getClass("int[]"));
    Derived d = ConstructorUtils.invokeConstructor(Derived.class, 7);
    FieldUtils.writeField(d, "hidden", 11, true);
    System.out.println(FieldUtils.readField(d, "hidden", true) + " "
        + FieldUtils.readField(d, "own") + FieldUtils.readStaticField(Base.class, "shared", true));
    Set<String> names = new TreeSet<>();
    FieldUtils.getAllFieldsList(Derived.class).forEach(f -> names.add(f.getName()));
    System.out.println(names);
    System.out.println(MethodUtils.invokeMethod(d, "join", "x", 1, 2, 3) + " "
        + MethodUtils.invokeStaticMethod(Base.class, "twice", 21L));
    Method m = MethodUtils.getMatchingAccessibleMethod(Derived.class, "compareTo", Derived.class);
    System.out.println(m.getName() + " " + m.getParameterCount());
    System.out.println(
        TypeUtils.toString(FieldUtils.getField(Base.class, "generic").getGenericType()));
    System.out.println(TypeUtils.getTypeArguments(Derived.class, Comparable.class).values() + " "
        + TypeUtils.isAssignable(
            ArrayList.class, TypeUtils.parameterize(List.class, Object.class)));
    List<String> order = new ArrayList<>();
    ClassUtils.hierarchy(Derived.class, ClassUtils.Interfaces.INCLUDE)
        .forEach(c -> order.add(c.getSimpleName()));
    order.sort(Comparator.naturalOrder());
    System.out.println(order);
    try {
      MethodUtils.invokeExactMethod(d, "nothing");
    } catch (NoSuchMethodException e) {
      System.out.println(e.getMessage());
    }
  }
}
