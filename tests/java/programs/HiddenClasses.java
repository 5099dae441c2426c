import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.function.IntSupplier;

/** A template whose bytes are defined several times. */
class HiddenTemplate implements IntSupplier {
  static int made;
  final int number = ++made;

  static {
    System.out.println("initialised");
  }

  @Override
  public int getAsInt() {
    return number;
  }

  public HiddenTemplate() {}

  public int fail() {
    throw new IllegalStateException("from " + HiddenClasses.strip(getClass().getName()));
  }

  public boolean same(Object o) {
    return o instanceof HiddenTemplate;
  }
}

/**
 * Hidden classes: their names, nests, class data, initialisation, and which lookups find them and
 * which do not.
 */
public class HiddenClasses {
  private static int secret = 42;

  public static class Nosy implements IntSupplier {
    @Override
    public int getAsInt() {
      return secret;
    }
  }

  public static class WithData {
    public static Object data() throws Exception {
      return MethodHandles.classData(MethodHandles.lookup(), "_", List.class);
    }
  }

  public static class Broken {
    static int x = 1 / Integer.parseInt("0");
  }

  static String strip(Object o) {
    return o.toString().replaceAll("0x[0-9a-f]+", "0x");
  }

  static byte[] bytes(Class<?> k) throws Exception {
    try (InputStream in = k.getResourceAsStream(k.getName() + ".class")) {
      return in.readAllBytes();
    }
  }

  interface Act {
    void run() throws Throwable;
  }

  static void tries(Act a) {
    try {
      a.run();
      System.out.println("ok");
    } catch (Throwable t) {
      System.out.println(strip(t).replaceAll(", \\(Type.*", ""));
    }
  }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    byte[] template = bytes(HiddenTemplate.class);
    MethodHandles.Lookup of = lookup.defineHiddenClass(template, false);
    Class<?> one = of.lookupClass();
    System.out.println("defined");
    Class<?> two = lookup.defineHiddenClass(template, true).lookupClass();
    System.out.println((one == two) + " " + one.getName().equals(two.getName()) + " "
        + one.isHidden() + " " + HiddenTemplate.class.isHidden());
    System.out.println(strip(one) + " " + strip(one.getSimpleName()) + " " + one.getCanonicalName()
        + " " + strip(one.getTypeName()) + " " + one.getPackageName().isEmpty() + " "
        + one.getInterfaces()[0].getSimpleName());
    System.out.println(one.getName().matches("HiddenTemplate/0x[0-9a-f]+") + " "
        + (one.getClassLoader() == HiddenClasses.class.getClassLoader()) + " "
        + (one.getModule() == HiddenClasses.class.getModule()));
    System.out.println((one.getNestHost() == one) + " " + one.isNestmateOf(HiddenClasses.class)
        + " " + (one.descriptorString().equals(one.getName())));
    IntSupplier a = (IntSupplier) one.getConstructor().newInstance(),
                b = (IntSupplier) one.getConstructor().newInstance();
    IntSupplier c = (IntSupplier) two.getConstructor().newInstance();
    System.out.println(a.getAsInt() + " " + b.getAsInt() + " " + c.getAsInt() + " "
        + new HiddenTemplate().getAsInt());
    System.out.println(one.getMethod("same", Object.class).invoke(a, b) + " "
        + one.getMethod("same", Object.class).invoke(a, c) + " "
        + (((Object) a) instanceof HiddenTemplate));
    MethodHandle make = of.findConstructor(one, MethodType.methodType(void.class));
    System.out.println(((IntSupplier) make.invoke()).getAsInt());
    tries(() -> Class.forName(one.getName()));
    tries(() -> Class.forName(one.getName().replace('/', '+')));
    tries(() -> HiddenClasses.class.getClassLoader().loadClass(one.getName()));
    try {
      ((Object) a).getClass().getMethod("fail").invoke(a);
    } catch (java.lang.reflect.InvocationTargetException e) {
      System.out.println(strip(e.getCause()));
      for (StackTraceElement f : e.getCause().getStackTrace()) {
        if (!f.getClassName().startsWith("jdk.internal.reflect")) {
          System.out.println(f.getClassName() + "." + f.getMethodName());
        }
      }
    }
    tries(()
              -> System.out.println(((IntSupplier) lookup
                                         .defineHiddenClass(bytes(Nosy.class), true,
                                             MethodHandles.Lookup.ClassOption.NESTMATE)
                                         .lookupClass()
                                         .getConstructor()
                                         .newInstance())
                                        .getAsInt()));
    Class<?> mate =
        lookup.defineHiddenClass(bytes(Nosy.class), true, MethodHandles.Lookup.ClassOption.NESTMATE)
            .lookupClass();
    System.out.println(
        (mate.getNestHost() == HiddenClasses.class) + " " + mate.isNestmateOf(WithData.class));
    tries(()
              -> ((IntSupplier) lookup.defineHiddenClass(bytes(Nosy.class), true)
                      .lookupClass()
                      .getConstructor()
                      .newInstance())
                     .getAsInt());
    Class<?> data =
        lookup.defineHiddenClassWithClassData(bytes(WithData.class), List.of(1, 2), true)
            .lookupClass();
    tries(() -> System.out.println(data.getMethod("data").invoke(null)));
    tries(() -> System.out.println(WithData.data()));
    tries(() -> lookup.defineHiddenClass(bytes(Broken.class), true));
    tries(() -> lookup.defineHiddenClass(bytes(Broken.class), false));
    tries(() -> lookup.defineHiddenClass(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, true));
    tries(() -> MethodHandles.publicLookup().defineHiddenClass(template, false));
    tries(() -> System.out.println((HiddenTemplate) (Object) a));
    Object[] array = (Object[]) java.lang.reflect.Array.newInstance(one, 2);
    array[0] = a;
    System.out.println(
        strip(array.getClass().getComponentType()) + " " + array.getClass().isHidden());
    tries(() -> array[1] = c);
  }
}
