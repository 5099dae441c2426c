import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The kernels of `make bench-vm`, one per run, named by the argument; "nothing" measures the
 * start.
 */
public class Kernels {
  interface Shape {
    int area(int scale);
  }

  static final class Square implements Shape {
    int side = 3;

    @Override
    public int area(int scale) {
      return side * scale;
    }
  }

  static class Box implements Shape {
    int w = 2;
    int h = 5;

    @Override
    public int area(int scale) {
      return w * h + scale;
    }
  }

  static final class Particle {
    int x;
    int v = 1;
    long steps;
    Particle next;
  }

  static long loop() {
    int sum = 0;
    for (int i = 0; i < 40_000_000; i++) {
      sum += i ^ (sum << 1);
      sum &= 0xfffff;
    }
    return sum;
  }

  static long fields() {
    Particle a = new Particle();
    Particle b = new Particle();
    a.next = b;
    b.next = a;
    Particle p = a;
    for (int i = 0; i < 10_000_000; i++) {
      p.x += p.v;
      p.steps++;
      if (p.x > 1000) {
        p.v = -1;
      } else if (p.x < 0) {
        p.v = 1;
      }
      p = p.next;
    }
    return a.x + b.x + a.steps + b.steps;
  }

  static long calls(Shape[] shapes) {
    long total = 0;
    for (int i = 0; i < 12_000_000; i++) {
      total += shapes[i & 3].area(i & 7);
    }
    return total;
  }

  static long virtuals(Box[] boxes) {
    long total = 0;
    for (int i = 0; i < 12_000_000; i++) {
      total += boxes[i & 3].area(i & 7);
    }
    return total;
  }

  static long sort() {
    int[] a = new int[100_000];
    long sum = 0;
    for (int round = 0; round < 12; round++) {
      int x = 12345 + round;
      for (int i = 0; i < a.length; i++) {
        x = x * 1103515245 + 12345;
        a[i] = x >>> 4;
      }
      Arrays.sort(a);
      sum += a[round] + a[50_000];
    }
    return sum;
  }

  static long hashMap() {
    Map<Integer, Integer> map = new HashMap<>();
    for (int i = 0; i < 1_500_000; i++) {
      map.merge((i * 31) & 4095, 1, Integer::sum);
    }
    return map.size() + map.get(7);
  }

  static long stringBuilder() {
    long length = 0;
    for (int i = 0; i < 150_000; i++) {
      StringBuilder b = new StringBuilder();
      for (int k = 0; k < 8; k++) {
        b.append((char) ('a' + k)).append(i + k).append("xyz");
      }
      length += b.toString().length();
    }
    return length;
  }

  static long concurrentMap() {
    ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    long sum = 0;
    for (int i = 0; i < 800_000; i++) {
      Integer k = (i * 31) & 4095;
      map.put(k, i);
      sum += map.get(k);
    }
    return sum;
  }

  static long lock() {
    ReentrantLock lock = new ReentrantLock();
    int n = 0;
    for (int i = 0; i < 1_500_000; i++) {
      lock.lock();
      try {
        n++;
      } finally {
        lock.unlock();
      }
    }
    return n;
  }

  public static void main(String[] args) {
    Box box = new Box();
    Square square = new Square();
    long r;
    switch (args[0]) {
      case "loop": r = loop(); break;
      case "fields": r = fields(); break;
      case "virtual": r = virtuals(new Box[] {box, new Box() {
          @Override
          public int area(int scale) {
            return h * scale;
          }
        }, box, new Box()}); break;
      case "interface": r = calls(new Shape[] {square, box, square, new Box()}); break;
      case "sort": r = sort(); break;
      case "HashMap": r = hashMap(); break;
      case "StringBuilder": r = stringBuilder(); break;
      case "ConcurrentHashMap": r = concurrentMap(); break;
      case "ReentrantLock": r = lock(); break;
      default: r = 0; break;
    }
    System.out.println(args[0] + " " + r);
  }
}
