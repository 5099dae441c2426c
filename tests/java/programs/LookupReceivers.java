import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/**
 * Receivers that a Lookup's handles accept: for a protected member of another package, an instance
 * of the lookup class; for a field, an instance of the class that was searched. Also the errors of
 * a Lookup without rights, and of unreflectSpecial.
 */
public class LookupReceivers extends AbstractList<String> {
  static class Base {
    int field = 4;

    String name() {
      return "base";
    }
  }

  static class Sub extends Base {
    @Override
    String name() {
      return "sub";
    }

    static Lookup lookup() {
      return MethodHandles.lookup();
    }
  }

  @Override
  public String get(int i) {
    return "" + i;
  }

  @Override
  public int size() {
    return 3 + modCount;
  }

  @Override
  protected void removeRange(int from, int to) {
    modCount += to - from;
  }

  interface Test {
    Object run() throws Throwable;
  }

  static void test(Test t) {
    try {
      System.out.println(t.run());
    } catch (Throwable e) {
      System.out.println("threw " + e.toString().replaceAll("@[0-9a-f]+", "@"));
    }
  }

  public static void main(String[] args) throws Throwable {
    Lookup me = MethodHandles.lookup();
    LookupReceivers list = new LookupReceivers();
    MethodType range = MethodType.methodType(void.class, int.class, int.class),
               string = MethodType.methodType(String.class);
    MethodHandle remove = me.findVirtual(AbstractList.class, "removeRange", range),
                 count = me.findGetter(AbstractList.class, "modCount", int.class);
    remove.invokeExact(list, 1, 3);
    System.out.println(remove.type() + " " + count.type() + " " + (int) count.invokeExact(list)
        + " " + list.size());
    try {
      System.out.println((int) count.invoke((AbstractList<?>) new ArrayList<>()));
    } catch (ClassCastException e) {
      System.out.println("another list");
    }
    test(() -> (int) count.invokeExact((AbstractList<?>) list));
    test(() -> me.findVarHandle(AbstractList.class, "modCount", int.class));
    test(()
             -> me.unreflect(
                 AbstractList.class.getDeclaredMethod("removeRange", int.class, int.class)));
    test(() -> me.unreflectSetter(AbstractList.class.getDeclaredField("modCount")));
    test(() -> me.findVirtual(Object.class, "clone", MethodType.methodType(Object.class)));
    test(() -> me.findGetter(Sub.class, "field", int.class));
    test(() -> (int) me.findGetter(Sub.class, "field", int.class).invokeExact(new Sub()));
    test(() -> me.findVirtual(Sub.class, "name", string).invoke(new Sub()));
    test(()
             -> Sub.lookup()
                    .unreflectSpecial(Base.class.getDeclaredMethod("name"), Sub.class)
                    .invoke(new Sub()));
    test(() -> Sub.lookup().unreflectSpecial(Base.class.getDeclaredMethod("name"), Sub.class));
    test(() -> me.unreflectSpecial(Base.class.getDeclaredMethod("name"), Sub.class));
    test(()
             -> MethodHandles.publicLookup().unreflectSpecial(
                 List.class.getMethod("size"), ArrayList.class));
    test(()
             -> me.dropLookupMode(Lookup.PUBLIC)
                    .findVirtual(String.class, "length", MethodType.methodType(int.class)));
    test(()
             -> MethodHandles.publicLookup()
                    .in(String.class)
                    .findVirtual(Base.class, "name", string));
    test(() -> me.findConstructor(AbstractList.class, MethodType.methodType(void.class)));
    test(()
             -> MethodHandles.publicLookup().findConstructor(
                 AbstractList.class, MethodType.methodType(void.class)));
  }
}
