// not recorded: a recording JVM may have no room left for a stack trace
// heddle: --heap 16
// java: -Xmx16m
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program that catches OutOfMemoryError continues with the remaining memory: in threads,
 * constructors, initialisers, monitors and finally.
 */
public class OutOfMemoryGoesOn {
  static class Hoard {
    static final List<byte[]> kept = new ArrayList<>();
    final byte[][] parts;

    Hoard() {
      parts = new byte[1 << 10][1 << 20];
    }
  }

  static class Greedy {
    static final long[] TABLE = new long[1 << 28];
  }

  static synchronized void held() {
    Hoard.kept.add(new byte[1 << 30]);
  }

  static String tried(Runnable r) {
    try {
      r.run();
      return "fits";
    } catch (OutOfMemoryError e) {
      return e.getMessage() != null ? "full" : "no message";
    } finally {
      Hoard.kept.clear();
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println("many rows " + tried(Hoard::new));
    System.out.println("few rows " + tried(() -> System.out.println(new byte[4][1 << 18].length)));
    System.out.println("initialiser " + tried(() -> System.out.println(Greedy.TABLE.length)));
    try {
      System.out.println(Greedy.TABLE.length);
    } catch (NoClassDefFoundError e) {
      System.out.println("the class stays in error");
    }
    System.out.println("monitor " + tried(OutOfMemoryGoesOn::held) + " "
        + Thread.holdsLock(OutOfMemoryGoesOn.class));
    System.out.println("clone " + tried(() -> {
      byte[] b = new byte[6 << 20];
      Hoard.kept.add(b);
      while (true) Hoard.kept.add(b.clone());
    }));
    Map<Integer, byte[]> map = new HashMap<>();
    System.out.println("map " + tried(() -> {
      for (int i = 0; ; i++) map.put(i, new byte[10_000]);
    }));
    System.out.println(map.size() > 100 ? "many entries" : "few: " + map.size());
    map.clear();
    Thread[] threads = new Thread[3];
    int[] caught = new int[threads.length];
    for (int i = 0; i < threads.length; i++) {
      int n = i;
      threads[i] = new Thread(() -> {
        List<int[]> own = new ArrayList<>();
        try {
          while (true) own.add(new int[50_000]);
        } catch (OutOfMemoryError e) {
          own = null;
          caught[n]++;
        }
      });
      threads[i].start();
      threads[i].join();
    }
    System.out.println(caught[0] + " " + caught[1] + " " + caught[2]);
    System.out.println("a suppressed one: " + tried(() -> {
      OutOfMemoryError own = new OutOfMemoryError("my own");
      own.addSuppressed(new IllegalStateException());
      throw own;
    }));
    System.out.println(new byte[8 << 20].length);
  }
}
