// not recorded: a recording JVM may have no room left for a stack trace
// heddle: --heap 24
// java: -Xmx24m
import java.util.ArrayList;
import java.util.List;

/** OutOfMemoryError is a Java error: the program catches it, frees the memory and continues. */
public class OutOfMemory {
  static int fill() {
    List<long[]> all = new ArrayList<>();
    try {
      while (true) all.add(new long[100_000]);
    } catch (OutOfMemoryError e) {
      System.out.println(e.getMessage());
      return all.size() > 5 ? 1 : 0;
    }
  }

  public static void main(String[] args) {
    System.out.println(fill() + fill());
    try {
      System.out.println(new byte[1 << 29].length);
    } catch (OutOfMemoryError e) {
      System.out.println("large array");
    }
    try {
      Object[] chain = null;
      while (true) chain = new Object[] {chain, new byte[4096]};
    } catch (OutOfMemoryError e) {
      System.out.println("chain");
    }
    try {
      StringBuilder b = new StringBuilder("0123456789");
      while (true) b.append(b);
    } catch (OutOfMemoryError e) {
      System.out.println("text");
    }
    int total = 0;
    for (int i = 0; i < 200; i++) total += new byte[1 << 20].length >> 20;
    System.out.println(total + " megabytes of garbage");
  }
}
