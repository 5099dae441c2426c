import java.util.concurrent.ConcurrentHashMap;

/**
 * --atomic applies to library methods. The program's own methods keep their scheduling points,
 * even if the library calls them.
 */
public class SoundAtomic {
  static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
  static int x;

  static int add(int key) {
    return x = x + key;
  }

  public static void main(String[] args) throws InterruptedException {
    boolean calls = args[0].equals("called");
    Thread t = new Thread(() -> {
      if (calls) map.computeIfAbsent(1, SoundAtomic::add);
      else add(1);
    });
    t.start();
    if (calls) map.computeIfAbsent(2, SoundAtomic::add);
    else add(2);
    t.join();
    assert x == 3 : "lost";
  }
}
