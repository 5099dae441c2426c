// outcome: 1 1 true true
// outcome: 2 1 true true

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.function.IntSupplier;

/** Counts its own instances; each definition of its bytes starts at 0. */
class HiddenCounter implements IntSupplier {
  static int made;

  public HiddenCounter() {
    made++;
  }

  @Override
  public int getAsInt() {
    return made;
  }
}

/** Two threads define hidden classes, anew on each path of the search. */
public class HiddenOnPaths {
  static final Object LOCK = new Object();
  static Class<?> first;

  static Class<?> define(byte[] bytes) throws IllegalAccessException {
    return MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
  }

  static IntSupplier make(Class<?> k) throws ReflectiveOperationException {
    return (IntSupplier) k.getConstructor().newInstance();
  }

  public static void main(String[] args) throws Exception {
    byte[] bytes;
    try (InputStream in = HiddenOnPaths.class.getResourceAsStream("HiddenCounter.class")) {
      bytes = in.readAllBytes();
    }
    Thread t = new Thread(() -> {
      synchronized (LOCK) {
        try {
          if (first == null) first = define(bytes);
          make(first);
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException(e);
        }
      }
    });
    t.start();
    Class<?> second = define(bytes);
    int shared;
    synchronized (LOCK) {
      if (first == null) first = define(bytes);
      shared = make(first).getAsInt();
    }
    t.join();
    System.out.println(
        shared + " " + make(second).getAsInt() + " " + first.isHidden() + " " + (first != second));
  }
}
