import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;

class ChildCount {
  static int count;

  static int next() {
    return ++count;
  }
}

class ChildUse implements IntSupplier {
  public ChildUse() {}

  @Override
  public int getAsInt() {
    return ChildCount.next();
  }
}

/**
 * A loader defines a class that is also on the class path; heddle must not use that one instead.
 */
public class SoundChildFirst extends ClassLoader {
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("Child") && !name.startsWith("Chuld"))
      return super.loadClass(name, resolve);
    Class<?> loaded = findLoadedClass(name);
    if (loaded != null) return loaded;
    try (InputStream in = SoundChildFirst.class.getResourceAsStream(
             name.replace("ChuldUse", "ChildUse") + ".class")) {
      byte[] b = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                     .replace("ChildUse", "ChuldUse")
                     .getBytes(StandardCharsets.ISO_8859_1);
      return defineClass(name, b, 0, b.length);
    } catch (IOException e) { throw new ClassNotFoundException(name, e); }
  }

  public static void main(String[] args) throws Exception {
    ChildCount.next();
    var c = new SoundChildFirst().loadClass("ChuldUse").getDeclaredConstructor();
    c.setAccessible(true);
    if (((IntSupplier) c.newInstance()).getAsInt() != 1)
      throw new AssertionError("the count of the class path");
  }
}
