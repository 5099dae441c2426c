import java.util.Arrays;

/**
 * Arrays of all kinds: covariance, several dimensions, exceptions and their messages, clone, order
 * of evaluation.
 */
public class ArrayEdges {
  static int n;
  static int next(String s) { System.out.print(s + " "); return n++; }
  static int[] array(String s) { System.out.print(s + " "); return new int[3]; }

  static void attempt(Runnable r) {
    try {
      r.run();
      System.out.println("fine");
    } catch (RuntimeException e) {
      System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  public static void main(String[] args) {
    int[][][] cube = new int[2][3][];
    cube[1][2] = new int[] {1, 2};
    long[][] ragged = {{1}, {}, {2, 3}};
    System.out.println(Arrays.deepToString(cube) + Arrays.deepToString(ragged)
        + new String[0][5].length + cube.getClass().getName() + ragged[2].getClass());
    int[] a = {1, 2, 3}, b = a.clone();
    b[0] = 9;
    long[][] shallow = ragged.clone();
    shallow[0][0] = 77;
    System.out.println(a[0] + " " + ragged[0][0] + " " + (a.equals(b))
        + Arrays.equals(a, new int[] {1, 2, 3}) + Arrays.deepEquals(ragged, shallow));
    array("a")[next("i")] = next("v");
    array("a")[next("i")] += next("v");
    System.out.println();
    int i = 0;
    a[i] = i = 2;
    a[i++] += a[i - 1] * 10 + i;
    System.out.println(Arrays.toString(a) + i);
    attempt(() -> { Object[] o = new Integer[1]; o[0] = "s"; });
    attempt(() -> { Object[] o = new int[1][1]; o[0] = new long[1]; });
    attempt(() -> { Number[] o = new Double[2]; o[1] = 2.5; });
    attempt(() -> System.out.println(new int[3][-1].length));
    attempt(() -> System.out.println(a[3]));
    attempt(() -> System.out.println(a[-1]));
    attempt(() -> System.out.println(cube[2]));
    attempt(() -> System.arraycopy(a, 0, b, 2, 2));
    attempt(() -> System.arraycopy(a, -1, b, 0, 1));
    attempt(() -> System.arraycopy(a, 0, new long[3], 0, 1));
    attempt(() -> System.arraycopy("x", 0, b, 0, 1));
    attempt(() -> System.arraycopy(new Object[] {"a", 1}, 0, new String[2], 0, 2));
    attempt(() -> Arrays.copyOf(a, -1));
    attempt(() -> Arrays.copyOfRange(a, 5, 6));
    attempt(() -> Arrays.asList(1, 2).set(2, 1));
    byte[] bytes = {(byte) 200, -1};
    bytes[0] += 100;
    bytes[1] >>>= 1;
    char[] chars = {'a'};
    chars[0] += 1;
    short[] shorts = new short[1];
    shorts[0]--;
    boolean[] bits = new boolean[2];
    bits[1] |= !bits[0];
    float[] floats = {1};
    floats[0] /= 3;
    System.out.println(bytes[0] + " " + bytes[1] + chars[0] + shorts[0] + bits[1] + floats[0]
        + new double[1][1][0].length);
    Integer[] boxes = {3, 1, 2};
    Arrays.sort(boxes, (x, y) -> y - x);
    int[] filled = new int[5];
    Arrays.setAll(filled, k -> k * k);
    Arrays.parallelPrefix(filled, Integer::sum);
    System.out.println(Arrays.toString(boxes) + Arrays.toString(filled) + Arrays.hashCode(filled)
        + Arrays.binarySearch(filled, 5) + Arrays.mismatch(filled, new int[] {0, 1, 6})
        + Arrays.compare(new int[] {1}, new int[] {1, 2}) + Arrays.stream(filled, 1, 3).sum()
        + Arrays.asList(boxes).indexOf(1));
  }
}
