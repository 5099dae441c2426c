import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.function.Supplier;

/** Refers to its own class only through constants. */
class HiddenSelf implements Supplier<Object> {
  static int made;

  public HiddenSelf() {
    made++;
  }

  @Override
  public Object get() {
    Object o = new HiddenSelf(), a = new HiddenSelf[1][0];
    return (o instanceof HiddenSelf) + " " + HiddenSelf.class.isHidden() + " " + made + " "
        + a.getClass().getName() + " " + (a instanceof HiddenSelf[]);
  }
}

/** Its descriptors name the class on the class path. */
class HiddenField {
  HiddenField next;

  void set() {
    next = this;
  }
}

class HiddenResult {
  static HiddenResult make() {
    return new HiddenResult();
  }
}

/**
 * A hidden class's name differs from the name in its bytes. In its descriptors, the latter denotes
 * another class, or none.
 */
public class HiddenNames {
  static class Nested {
    private static int secret = 3;
  }

  static class NestedHidden implements Supplier<Object> {
    public NestedHidden() {}

    @Override
    public Object get() {
      return Nested.secret;
    }
  }

  interface Test {
    Object run() throws Throwable;
  }

  static byte[] bytes(String name) throws IOException {
    try (InputStream in = HiddenNames.class.getResourceAsStream(name + ".class")) {
      return in.readAllBytes();
    }
  }

  static String plain(Object o) {
    return String.valueOf(o)
        .lines()
        .findFirst()
        .orElse("")
        .replaceAll("0x[0-9a-f]+", "0x")
        .replaceAll("@[0-9a-f]+", "@");
  }

  static void test(Test t) {
    try {
      System.out.println(plain(t.run()));
    } catch (Throwable e) {
      System.out.println("threw " + plain(e));
    }
  }

  static Supplier<?> make(Class<?> k) throws ReflectiveOperationException {
    Constructor<?> c = k.getDeclaredConstructor();
    c.setAccessible(true);
    return (Supplier<?>) c.newInstance();
  }

  public static void main(String[] args) throws Throwable {
    Lookup me = MethodHandles.lookup();
    Class<?> k = me.defineHiddenClass(bytes("HiddenSelf"), false).lookupClass();
    test(() -> make(k).get());
    test(() -> HiddenSelf.made);
    test(()
             -> k.arrayType() + " " + Array.newInstance(k, 2, 3).getClass().getName() + " "
            + k.arrayType().getTypeName());
    test(()
             -> k.arrayType().descriptorString() + " " + k.arrayType().getSimpleName() + " "
            + MethodType.methodType(k.arrayType()));
    test(() -> (HiddenSelf) (Object) make(k));
    test(()
             -> k.getNestHost() + " " + Arrays.toString(k.getNestMembers()) + " "
            + k.isNestmateOf(HiddenNames.class));
    Class<?> mate =
        me.defineHiddenClass(bytes("HiddenSelf"), false, Lookup.ClassOption.NESTMATE).lookupClass();
    test(()
             -> mate.getNestHost() + " " + mate.isNestmateOf(HiddenNames.class) + " "
            + HiddenNames.class.isNestmateOf(mate));
    for (String name : new String[] {"HiddenField", "HiddenResult"})
      test(() -> me.defineHiddenClass(bytes(name), false));
    Class<?> nested =
        me.defineHiddenClass(bytes("HiddenNames$NestedHidden"), false, Lookup.ClassOption.NESTMATE)
            .lookupClass();
    test(() -> make(nested).get());
    test(() -> nested.getCanonicalName() + " " + nested.getNestHost() + " " + nested.getName());
  }
}
