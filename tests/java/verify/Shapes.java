import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Code of many shapes for the verifier; what the code does is irrelevant. */
public class Shapes {
  static final int LIMIT = 3;
  static long total;
  private final String name;
  protected double weight = 1.5;
  int[] numbers = {1, 2, 3};
  Object[][] grid = new Object[2][3];

  interface Area {
    double area();

    default String text() {
      return "area ".concat(String.valueOf(area()));
    }
  }

  abstract static class Base implements Area {
    protected float scale;

    Base(float scale) {
      this.scale = scale;
    }

    protected abstract int sides();
  }

  static final class Square extends Base implements Comparable<Square> {
    private final long edge;

    Square(long edge) {
      super(edge > 2 ? 1f : 2f);
      this.edge = edge;
    }

    public double area() {
      return edge * edge * scale;
    }

    protected int sides() {
      return 4;
    }

    public int compareTo(Square o) {
      return Long.compare(edge, o.edge);
    }
  }

  enum Colour {
    RED, GREEN {
      @Override
      int code() {
        return 7;
      }
    };

    int code() {
      return ordinal();
    }
  }

  Shapes(String name) {
    this.name = name == null ? "none" : name;
  }

  Shapes(int n) {
    this(n > 3 ? "many" : String.valueOf(n));
  }

  int loops(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      if (i % 3 == 0) continue;
      long l = i;
      while (l > 0) l >>= 1;
      sum += numbers[i % numbers.length] + (int) l;
    }
    do {
      sum--;
    } while (sum > LIMIT);
    return sum;
  }

  String switches(Object o, int n, String s) {
    switch (n) {
      case 1: case 2: case 3: return "few";
      case 1000: return "lots";
      default: break;
    }
    switch (s) {
      case "a": total++; break;
      case "b": total += 2L; break;
      default: total = -total;
    }
    return o instanceof String ? ((String) o).trim()
        : o instanceof int[]   ? "ints".concat(String.valueOf(((int[]) o).length))
                               : String.valueOf(o);
  }

  int handlers(Object lock, Object o) throws IOException {
    int n = 0;
    try {
      synchronized (lock) {
        n = ((Integer) o).intValue();
        if (n < 0) throw new IOException("negative");
      }
    } catch (ClassCastException | NullPointerException e) {
      n = e.getMessage().length();
    } finally {
      total += n;
    }
    try (AutoCloseable c = closing()) {
      c.close();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      return -1;
    }
    return n;
  }

  static <T extends Comparable<T>> T largest(List<? extends T> list) {
    T best = null;
    for (T t : list) if (best == null || t.compareTo(best) > 0) best = t;
    return best;
  }

  Object arrays(byte[] b, char[] c, short[] s, boolean[] z, float[] f, double[] d, long[] l) {
    b[0] = (byte) c[0];
    s[0] = b[0];
    z[0] = s[0] > 1;
    f[0] = (float) d[0];
    l[0] = (long) f[0] + (z[0] ? 1L : 2L);
    d[0] = l[0] / 2.0 % 3;
    grid[0][1] = b.clone();
    grid[1] = new String[] {name};
    int[][][] deep = new int[2][3][];
    deep[0][1] = numbers;
    return deep[0].length > 2 ? deep : grid;
  }

  AutoCloseable closing() {
    return new AutoCloseable() {
      public void close() {
        total++;
      }
    };
  }

  /** Code that needs invokedynamic is separate, because old class files cannot have it. */
  static class Dynamic extends Shapes {
    Dynamic() {
      super(4);
    }

    Object lambdas(Map<String, Integer> map) {
      Function<String, Integer> f = map::get;
      Runnable r = () -> total += weight;
      r.run();
      Area a = () -> weight;
      List<Object> list = new ArrayList<>();
      list.add(f);
      list.add(a.text());
      list.add(new Square(3L).compareTo(new Square(4)));
      return list.size() > 2 ? list : a;
    }
  }
}
