// outcome: one
// outcome: two
// again: --search bfs
// again: --por none

import java.io.IOException;
import java.io.InputStream;

class SameName {
  public SameName() {}
}

/**
 * Two classes have the same name and differ only in their loaders. A state with an object of one
 * differs from a state with an object of the other.
 */
public class SameNames extends ClassLoader {
  static final Object LOCK = new Object();
  static boolean other;

  SameNames(String name) {
    super(name, SameNames.class.getClassLoader());
    try (InputStream in = SameNames.class.getResourceAsStream("SameName.class")) {
      byte[] bytes = in.readAllBytes();
      defineClass("SameName", bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  Object make() throws ReflectiveOperationException {
    var made = findLoadedClass("SameName").getDeclaredConstructor();
    made.setAccessible(true);
    return made.newInstance();
  }

  public static void main(String[] args) throws Exception {
    Object first = new SameNames("one").make(), second = new SameNames("two").make(), chosen;
    Thread t = new Thread(() -> {
      synchronized (LOCK) {
        other = true;
      }
    });
    t.start();
    synchronized (LOCK) {
      chosen = other ? second : first;
    }
    first = second = null;
    t.join();
    System.out.println(chosen.getClass().getClassLoader().getName());
  }
}
