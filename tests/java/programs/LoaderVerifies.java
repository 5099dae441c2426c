import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

class ForgedLong {
  long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9;
  String text;
}

class ForgedSub extends ForgedLong {
  ForgedSub() {}
}

/** Replaces ForgedSub when that class is loaded. */
class ForgedBad {
  ForgedBad() {}
}

class ForgedUser implements Runnable {
  public ForgedUser() {}

  static Object f(ForgedSub b) {
    ForgedLong c = b;
    c.a9 = 0x4141414141414141L;
    return c.text;
  }

  @Override
  public void run() {
    System.out.println("run");
    System.out.println(f(new ForgedSub()) == null);
  }
}

/**
 * Code uses one class as another, and only its loader has both. The verifier requests both classes
 * before the code runs.
 */
public class LoaderVerifies extends ClassLoader {
  final String sub;

  LoaderVerifies(String sub) {
    this.sub = sub;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    System.out.println("find " + name);
    String file = name.equals("FargedSub") ? sub : name.replace("Farged", "Forged");
    try (InputStream in = LoaderVerifies.class.getResourceAsStream(file + ".class")) {
      if (in == null) throw new ClassNotFoundException(name);
      String s = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      byte[] b = s.replace("ForgedBad", "ForgedSub")
                     .replace("Forged", "Farged")
                     .getBytes(StandardCharsets.ISO_8859_1);
      return defineClass(name, b, 0, b.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  static void run(String sub) throws Exception {
    Class<?> user = new LoaderVerifies(sub).loadClass("FargedUser");
    for (int i = 0; i < 2; i++) {
      try {
        java.lang.reflect.Constructor<?> make = user.getConstructor();
        make.setAccessible(true);
        ((Runnable) make.newInstance()).run();
      } catch (LinkageError e) {
        System.out.println(
            e.getClass() + " " + e.getMessage().lines().findFirst().get() + " " + e.getCause());
      }
    }
  }

  public static void main(String[] args) throws Exception {
    run(args.length > 0 ? args[0] : "ForgedBad");
  }
}
