import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

class PluginBase {
  String name() {
    return "base of " + getClass().getName();
  }
}

class PluginHelper {
  static int calls = 100;

  static int help() {
    return ++calls;
  }
}

class PluginMain extends PluginBase implements Supplier<String> {
  public PluginMain() {}

  @Override
  public String get() {
    String s = name() + " " + PluginHelper.help() + " "
        + new PluginHelper().getClass().getClassLoader().getName();
    try {
      return s + " " + Class.forName("PluginData").getName();
    } catch (ClassNotFoundException e) {
      return s + " " + e;
    }
  }

  static Object missing() {
    return new PluginMissing();
  }
}

class PluginData {
  static {
    System.out.println("data initialised");
  }
}

class PluginMissing {}

/**
 * A loader that finds classes on request: superclasses, classes that code names, Class.forName.
 * The bytes are those of the classes above, under names that do not exist on the class
 * path.
 */
public class LazyLoader extends ClassLoader {
  LazyLoader() {
    super("lazy", LazyLoader.class.getClassLoader());
  }

  static byte[] bytes(String name) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (InputStream in = LazyLoader.class.getResourceAsStream(name + ".class")) {
      in.transferTo(out);
    }
    return new String(out.toByteArray(), StandardCharsets.ISO_8859_1)
        .replace("Plugin", "Plugon")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    System.out.println("find " + name);
    if (!name.startsWith("Plugon") || name.endsWith("Missing"))
      throw new ClassNotFoundException(name);
    try {
      byte[] b = bytes(name.replace("Plugon", "Plugin"));
      return defineClass(name, b, 0, b.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  public static void main(String[] args) throws Exception {
    LazyLoader loader = new LazyLoader();
    try {
      Class.forName("PlugonMain");
    } catch (ClassNotFoundException e) {
      System.out.println(e);
    }
    Class<?> main = Class.forName("PlugonMain", true, loader);
    System.out.println(main + " " + (main == loader.loadClass("PlugonMain")) + " "
        + (main.getClassLoader() == loader) + " " + main.getSuperclass());
    System.out.println((main.getModule() == loader.getUnnamedModule()) + " "
        + (main.getModule() == LazyLoader.class.getModule()));
    java.lang.reflect.Constructor<?> make = main.getConstructor();
    try {
      make.newInstance();
    } catch (IllegalAccessException e) { // packages of the same name in two loaders are different
      System.out.println(e.getMessage());
    }
    make.setAccessible(true);
    Supplier<?> s = (Supplier<?>) make.newInstance();
    System.out.println(s.get());
    System.out.println(s.get());
    try {
      System.out.println((PluginBase) (Object) s);
    } catch (ClassCastException e) {
      System.out.println(e.getMessage().replaceAll("@\\w+", "@"));
    }
    for (int i = 0; i < 2; i++) {
      try {
        java.lang.reflect.Method m = main.getDeclaredMethod("missing");
        m.setAccessible(true);
        m.invoke(null);
      } catch (java.lang.reflect.InvocationTargetException e) {
        System.out.println(e.getCause() + ", " + e.getCause().getCause());
        break;
      }
    }
    try {
      Class.forName("PlugonHelper");
    } catch (ClassNotFoundException e) {
      System.out.println(e);
    }
    System.out.println(
        Class.forName("PlugonHelper", true, loader) == loader.loadClass("PlugonHelper"));
    System.out.println(
        Class.forName("java.lang.String", true, loader) + " " + loader.loadClass("LazyLoader"));
  }
}
