// outcome: [EskingPart, IntSupplier, Object, Throwable, NullPointerException, EskedVirtual, EskedGet, EskedPut, EskedInterface] 15 0
// outcome: [EskingPart, IntSupplier, Object, Throwable, NullPointerException, EskedVirtual, EskedGet, EskedPut, EskedInterface] 15 1

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

class AskedVirtual {
  int value() {
    return 1;
  }
}

class AskedGet {
  int field;
}

class AskedPut {
  int field;
}

interface AskedInterface {
  int value();
}

class AskingPart implements IntSupplier {
  public AskingPart() {}

  int virtual(AskedVirtual a) {
    try {
      return a.value();
    } catch (NullPointerException e) {
      return 1;
    }
  }

  int get(AskedGet a) {
    try {
      return a.field;
    } catch (NullPointerException e) {
      return 2;
    }
  }

  int put(AskedPut a) {
    try {
      a.field = 1;
      return 0;
    } catch (NullPointerException e) {
      return 4;
    }
  }

  int through(AskedInterface a) {
    try {
      return a.value();
    } catch (NullPointerException e) {
      return 8;
    }
  }

  @Override
  public int getAsInt() {
    return virtual(null) + get(null) + put(null) + through(null);
  }
}

/**
 * A class loader is asked for a class when an instruction first needs it on a path. Calls of
 * methods and accesses to fields of an object count too.
 */
public class AskedByUses extends ClassLoader {
  static final List<String> ASKED = new ArrayList<>();
  static final Object LOCK = new Object();
  static int n;

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    ASKED.add(name.substring(name.lastIndexOf('.') + 1));
    if (!name.startsWith("Esk")) return super.loadClass(name, resolve);
    try (InputStream in =
             AskedByUses.class.getResourceAsStream(name.replace("Esk", "Ask") + ".class")) {
      byte[] bytes = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                         .replace("Ask", "Esk")
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
    var make = new AskedByUses().loadClass("EskingPart").getDeclaredConstructor();
    make.setAccessible(true);
    int value = ((IntSupplier) make.newInstance()).getAsInt();
    t.join();
    System.out.println(ASKED + " " + value + " " + seen);
  }
}
