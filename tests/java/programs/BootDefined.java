// java: --add-exports java.base/jdk.internal.misc=ALL-UNNAMED --add-exports java.base/jdk.internal.access=ALL-UNNAMED --add-opens java.base/java.lang=ALL-UNNAMED
// heddle: --add-exports java.base/jdk.internal.misc=ALL-UNNAMED --add-exports java.base/jdk.internal.access=ALL-UNNAMED --add-opens java.base/java.lang=ALL-UNNAMED
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;

/**
 * A program defines classes in the boot loader, as mocking libraries do: they belong to the module
 * of their package, can access its protected members, and cannot see the class path.
 */
public class BootDefined {
  public static class Visible {}

  interface Try {
    Object run() throws Throwable;
  }

  static void show(String what, Try t) {
    try {
      System.out.println(what + ": " + t.run());
    } catch (Throwable e) {
      Throwable c = e instanceof java.lang.reflect.InvocationTargetException ? e.getCause() : e;
      System.out.println(what + " fails: " + c.getClass().getName() + " " + c.getMessage());
    }
  }

  /** The class file of a class, renamed to another name of the same length. */
  static byte[] bytes(String name, String... pairs) throws Exception {
    byte[] all = BootDefined.class.getResourceAsStream(name + ".class").readAllBytes();
    String text = new String(all, StandardCharsets.ISO_8859_1);
    for (int i = 0; i < pairs.length; i += 2) text = text.replace(pairs[i], pairs[i + 1]);
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static Class<?> define(String name, byte[] b) {
    return jdk.internal.misc.Unsafe.getUnsafe().defineClass(name, b, 0, b.length, null, null);
  }

  static Object call(Class<?> c, String name) throws Exception {
    Method m = c.getDeclaredMethod(name);
    m.setAccessible(true);
    return m.invoke(null);
  }

  public static void main(String[] args) throws Throwable {
    byte[] peer = bytes("java_lang_XPeer", "java_lang_XPeer", "java/lang/XPeer");
    byte[] acc = bytes("java_lang_XAcc", "java_lang_XPeer", "java/lang/XPeer", "java_lang_XAcc", "java/lang/XAcc",
        "java_lang_Integer", "java/lang/Integer");
    show("before", () -> Class.forName("java.lang.XAcc", false, null));
    Class<?> p = define("java/lang/XPeer", peer);
    Class<?> a = define(null, acc);
    show("loader", () -> a.getClassLoader() + " " + a.getModule() + " " + a.getPackage() + " " + p.desiredAssertionStatus());
    show("domain", () -> a.getProtectionDomain().getCodeSource());
    show("by name", () -> Class.forName("java.lang.XAcc", false, null) == a);
    show("by the application's", () -> BootDefined.class.getClassLoader().loadClass("java.lang.XAcc") == a);
    show("package", () -> call(a, "sum"));
    show("place", () -> call(a, "place"));
    show("own module", () -> call(a, "module"));
    show("class path", () -> call(a, "blind"));
    show("by name from it", () -> call(a, "named"));
    show("loaders", () -> call(a, "seenFrom"));
    show("twice", () -> define("java/lang/XAcc", acc));
    show("of the image", () -> define(null, bytes("java_lang_Integer", "java_lang_Integer", "java/lang/Integer")));
    show("super on the class path", () -> define(null, bytes("java_lang_XSub", "java_lang_XSub", "java/lang/XSub")));
    Class<?> free = jdk.internal.access.SharedSecrets.getJavaLangAccess()
        .defineClass(null, "Unpackaged2", bytes("UnpackagedX", "UnpackagedX", "Unpackaged2"), null, null);
    show("without a package", () -> free.getName() + " " + free.getClassLoader() + " " + free.getModule().isNamed());
    show("lookup", () -> MethodHandles.privateLookupIn(free, MethodHandles.lookup())
        .defineClass(bytes("UnpackagedY", "UnpackagedY", "UnpackagedZ")).getClassLoader());
  }
}

class java_lang_XAcc {
  public static int sum() {
    return java_lang_XPeer.two() + new java_lang_XPeer().four;
  }

  public static String place() {
    return new Throwable().getStackTrace()[0].toString();
  }

  public static boolean module() {
    return java_lang_XAcc.class.getModule() == Object.class.getModule();
  }

  public static Object blind() {
    return new BootDefined.Visible();
  }

  public static Object named() throws Exception {
    return Class.forName("BootDefined");
  }

  public static boolean seenFrom() {
    return java_lang_XAcc.class.getClassLoader() == null && ClassLoader.getSystemClassLoader() != null;
  }
}

class java_lang_XPeer {
  static int two() {
    return 2;
  }

  int four = 4;
}

class java_lang_Integer {}

class java_lang_XSub extends BootDefined.Visible {}

class UnpackagedY {}

class UnpackagedX {}
