// outcome: [Nimbered, IntSupplier, Object, NimberedPart, Math] 5 0
// outcome: [Nimbered, IntSupplier, Object, NimberedPart, Math] 5 1

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

class NumberedPart {
  static int part(int x) {
    return x;
  }
}

class Numbered implements IntSupplier {
  public Numbered() {}

  @Override
  public int getAsInt() {
    return Math.max(NumberedPart.part(5), 3);
  }
}

/**
 * A class loader lists the classes that it is asked for. The list is the same on each path, no
 * matter which code ran on other paths.
 */
public class AskedOnPaths extends ClassLoader {
  static final List<String> ASKED = new ArrayList<>();
  static final Object LOCK = new Object();
  static int n;

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    ASKED.add(name.substring(name.lastIndexOf('.') + 1));
    return super.loadClass(name, resolve);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    try (InputStream in = AskedOnPaths.class.getResourceAsStream(
             name.replace("Nimbered", "Numbered") + ".class")) {
      byte[] bytes = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                         .replace("Numbered", "Nimbered")
                         .getBytes(StandardCharsets.ISO_8859_1);
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) { throw new ClassNotFoundException(name, e); }
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      synchronized (LOCK) {
        n++;
      }
    });
    t.start();
    int seen;
    synchronized (LOCK) {
      seen = n;
    }
    var make = new AskedOnPaths().loadClass("Nimbered").getDeclaredConstructor();
    make.setAccessible(true);
    int value = ((IntSupplier) make.newInstance()).getAsInt();
    t.join();
    System.out.println(ASKED + " " + value + " " + seen);
  }
}
