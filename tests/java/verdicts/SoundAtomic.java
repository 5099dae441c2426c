import java.util.concurrent.ConcurrentHashMap;

/**
 * --atomic is for the library's methods: the program's own, and what the library calls of it, keep
 * their scheduling points.
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
