import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.function.IntUnaryOperator;

/** A program defines classes from bytes: their loader, a second definition, damaged bytes. */
public class DefinedClasses {
  /**
   * class Made implements IntUnaryOperator { static int calls; public int applyAsInt(int x) {
   * calls++; return x * 2; } }
   */
  static final String MADE =
      "yv66vgAAADQAEgoAAgADBwAEDAAFAAYBABBqYXZhL2xhbmcvT2JqZWN0AQAGPGluaXQ+AQADKClWCQAIAAkHAAoMAAsADAEABE1hZGUBAAVjYWxscwEAAUkH"
      + "AA4BACNqYXZhL3V0aWwvZnVuY3Rpb24vSW50VW5hcnlPcGVyYXRvcgEABENvZGUBAAphcHBseUFzSW50AQAEKEkpSQAhAAgAAgABAA0AAQAIAAsADAAAAAIA"
      + "AQAFAAYAAQAPAAAAEQABAAEAAAAFKrcAAbEAAAAAAAEAEAARAAEADwAAABgAAgACAAAADLIABwRgswAHGwVorAAAAAAAAA==";

  static class Loader extends ClassLoader {
    Loader() {
      super("own", DefinedClasses.class.getClassLoader());
    }

    Class<?> define(String name, byte[] bytes) {
      return defineClass(name, bytes, 0, bytes.length);
    }

    Class<?> define(String name, ByteBuffer bytes) {
      return defineClass(name, bytes, null);
    }
  }

  static void fails(Runnable r) {
    try {
      r.run();
      System.out.println("defined");
    } catch (LinkageError | RuntimeException e) {
      System.out.println(e.getClass().getName());
    }
  }

  public static void main(String[] args) throws Exception {
    byte[] bytes = Base64.getDecoder().decode(MADE);
    Loader loader = new Loader();
    System.out.println(
        loader.getName() + " " + (loader.getParent() == ClassLoader.getSystemClassLoader()));
    try {
      Class.forName("Made");
    } catch (ClassNotFoundException e) {
      System.out.println(e.getMessage());
    }
    fails(() -> loader.define("Other", bytes));
    fails(() -> loader.define("java.lang.Made", bytes));
    fails(() -> loader.define("Made", new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
    Class<?> made = loader.define("Made", bytes);
    fails(() -> loader.define("Made", bytes));
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 3).position(3).put(bytes).position(3);
    System.out.println(new Loader().define("Made", direct.slice()) + " " + direct.position());
    fails(() -> loader.define("Made", direct));
    System.out.println(made + " " + (made.getClassLoader() == loader) + " "
        + made.getInterfaces()[0] + " " + made.getPackageName().isEmpty());
    IntUnaryOperator f = (IntUnaryOperator) made.getConstructor().newInstance();
    System.out.println(f.applyAsInt(21) + f.andThen(f).applyAsInt(1));
    System.out.println(made.getDeclaredFields().length + " "
        + made.getMethod("applyAsInt", int.class).invoke(f, 4));
    fails(() -> {
      try {
        MethodHandles.lookup().defineClass(new byte[] {0, 1, 2, 3, 4, 5, 6, 7});
      } catch (IllegalAccessException e) {
        System.out.println(e.getMessage());
      }
    });
  }
}
