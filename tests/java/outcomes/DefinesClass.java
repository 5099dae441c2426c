// outcome: Made 42 1
// outcome: Made 42 2

import java.util.Base64;
import java.util.function.IntUnaryOperator;

/** The program defines a class from bytes, anew on each path of the search. */
public class DefinesClass {
  /**
   * class Made implements IntUnaryOperator { static int calls; public int applyAsInt(int x) {
   * calls++; return x * 2; } }
   */
  static final String MADE =
      "yv66vgAAADQAEgoAAgADBwAEDAAFAAYBABBqYXZhL2xhbmcvT2JqZWN0AQAGPGluaXQ+AQADKClWCQAIAAkHAAoMAAsADAEABE1hZGUBAAVjYWxscwEAAUkH"
      + "AA4BACNqYXZhL3V0aWwvZnVuY3Rpb24vSW50VW5hcnlPcGVyYXRvcgEABENvZGUBAAphcHBseUFzSW50AQAEKEkpSQAhAAgAAgABAA0AAQAIAAsADAAAAAIA"
      + "AQAFAAYAAQAPAAAAEQABAAEAAAAFKrcAAbEAAAAAAAEAEAARAAEADwAAABgAAgACAAAADLIABwRgswAHGwVorAAAAAAAAA==";
  static final Object LOCK = new Object();
  static int n = 1;

  static class Loader extends ClassLoader {
    Class<?> define(byte[] bytes) {
      return defineClass("Made", bytes, 0, bytes.length);
    }
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
    try {
      Class.forName("Made");
    } catch (ClassNotFoundException e) {
      Class<?> made = new Loader().define(Base64.getDecoder().decode(MADE));
      IntUnaryOperator f = (IntUnaryOperator) made.getConstructor().newInstance();
      System.out.println(made.getName() + " " + f.applyAsInt(21) + " " + seen);
    }
    t.join();
  }
}
