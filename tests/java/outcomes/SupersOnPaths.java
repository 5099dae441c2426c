// outcome: [Sub, Api, Base, Held, Taker, Part] 7 0
// outcome: [Sub, Api, Base, Held, Taker, Part] 7 1

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

class KeptBase {}

interface KeptApi {}

class KeptHeld extends RuntimeException {}

class KeptPart {}

class KeptTaker {
  static int take(KeptPart p) {
    return 7;
  }
}

class KeptSub extends KeptBase implements IntSupplier, KeptApi {
  public KeptSub() {}

  @Override
  public int getAsInt() {
    try {
      ToIntFunction<KeptPart> f = KeptTaker::take;
      return f.applyAsInt(null);
    } catch (KeptHeld e) { // the verifier checks that this class is a Throwable
      return 1;
    }
  }
}

/**
 * Loads supertypes, classes that the verifier checks and classes in a lambda's descriptor. Each
 * path finds them anew, whatever other paths have loaded.
 */
public class SupersOnPaths extends ClassLoader {
  static final List<String> FOUND = new ArrayList<>();
  static final Object LOCK = new Object();
  static int n;

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    FOUND.add(name.substring(4));
    try (InputStream in =
             SupersOnPaths.class.getResourceAsStream(name.replace("Kapt", "Kept") + ".class")) {
      byte[] bytes = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                         .replace("Kept", "Kapt")
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
    var make = new SupersOnPaths().loadClass("KaptSub").getDeclaredConstructor();
    make.setAccessible(true);
    int value = ((IntSupplier) make.newInstance()).getAsInt();
    t.join();
    System.out.println(FOUND + " " + value + " " + seen);
  }
}
