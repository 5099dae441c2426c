// outcome: [Lazy, Part] main 1, thread 2
// outcome: [Lazy, Part] main 2, thread 1

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

class MadePart {
  static int calls;

  static int call() {
    return ++calls;
  }
}

class MadeLazy implements IntSupplier {
  @Override
  public synchronized int getAsInt() {
    return MadePart.call();
  }
}

/**
 * The thread that first needs a class makes its loader define the class. That thread differs from
 * path to path, although other paths have already run the same code.
 */
public class LazyOnPaths extends ClassLoader {
  static final List<String> FOUND = new ArrayList<>();

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    FOUND.add(name.substring(4));
    try (InputStream in =
             LazyOnPaths.class.getResourceAsStream(name.replace("Mode", "Made") + ".class")) {
      String s = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                     .replace("MadePart", "ModePart")
                     .replace("MadeLazy", "ModeLazy");
      byte[] bytes = s.getBytes(StandardCharsets.ISO_8859_1);
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) { throw new ClassNotFoundException(name, e); }
  }

  public static void main(String[] args) throws Exception {
    var make = new LazyOnPaths().loadClass("ModeLazy").getDeclaredConstructor();
    make.setAccessible(true);
    IntSupplier lazy = (IntSupplier) make.newInstance();
    int[] mine = new int[1];
    Thread t = new Thread(() -> mine[0] = lazy.getAsInt());
    t.start();
    int seen = lazy.getAsInt();
    t.join();
    System.out.println(FOUND + " main " + seen + ", thread " + mine[0]);
  }
}
