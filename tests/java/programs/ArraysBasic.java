import java.util.Arrays;

/**
 * Arrays of all types: default values, several dimensions, covariance, the checks and their
 * messages, clone.
 */
public class ArraysBasic {
  static void attempt(String what, Runnable action) {
    try {
      action.run();
      System.out.println(what + ": done");
    } catch (RuntimeException e) {
      System.out.println(what + ": " + e);
    }
  }

  public static void main(String[] args) {
    System.out.println(new boolean[1][0].length + " " + new boolean[2][3][1].length);
    System.out.println(Arrays.toString(new byte[2]) + Arrays.toString(new char[] {'x', 'y'})
        + new short[1][0].length + Arrays.toString(new long[1]) + Arrays.toString(new float[1])
        + Arrays.toString(new double[1]) + Arrays.toString(new String[2])
        + Arrays.toString(new boolean[2]));
    int[][] ragged = {{1}, {2, 3}, {}, {4, 5, 6}};
    int sum = 0;
    for (int[] row : ragged) {
      for (int v : row) {
        sum += v;
      }
    }
    System.out.println(sum + " " + Arrays.deepToString(ragged));
    int[][][] cube = new int[2][3][4];
    cube[1][2][3] = 7;
    System.out.println(Arrays.deepToString(cube));
    int[][] half = new int[2][];
    System.out.println(half[0] == null);
    byte[] bytes = {(byte) 200, 1};
    bytes[1] += 300;
    bytes[0]++;
    System.out.println(bytes[0] + " " + bytes[1]);
    char[] chars = {'a', 'b'};
    chars[0] += 1;
    chars[1]--;
    System.out.println(chars[0] + "" + chars[1] + String.valueOf(chars));
    int i = 0;
    int[] order = new int[3];
    order[i++] = order[i] + i++ + 5;
    System.out.println(Arrays.toString(order) + i);

    int[] five = new int[5];
    String[] none = null;
    Object[] strings = new String[1];
    attempt("read past the end", () -> System.out.println(five[5]));
    attempt("write below", () -> five[-1] = 2);
    attempt("negative size", () -> System.out.println(new int[-3].length));
    attempt("wrong store", () -> strings[0] = Integer.valueOf(1));
    attempt("right store", () -> strings[0] = "s");
    attempt("null store", () -> strings[0] = null);
    attempt("cast", () -> System.out.println(((Integer[]) strings).length));
    attempt("copy past the end", () -> System.arraycopy(five, 3, five, 0, 4));
    attempt("copy types", () -> System.arraycopy(five, 0, strings, 0, 1));
    attempt("copy null", () -> System.arraycopy(five, 0, none, 0, 1));
    Object[] mixed = {"a", "b", 3, "c"};
    String[] target = new String[4];
    attempt("copy elements", () -> System.arraycopy(mixed, 0, target, 0, 4));
    System.out.println(Arrays.toString(target));
    int[] shift = {1, 2, 3, 4, 5};
    System.arraycopy(shift, 0, shift, 1, 4);
    System.out.println(Arrays.toString(shift));
    int[] copy = shift.clone();
    copy[0] = 99;
    int[][] shallow = ragged.clone();
    shallow[0][0] = 42;
    System.out.println(shift[0] + " " + copy[0] + " " + ragged[0][0] + " " + (shallow == ragged));
    System.out.println(new int[0].getClass().getName() + " " + new String[0][0].getClass().getName()
        + " " + new long[0].getClass().getSimpleName() + " " + int[].class.getComponentType());
    System.out.println(new int[0] instanceof Object);
    Object o = new int[][] {{1}};
    System.out.println(
        (o instanceof Object[]) + " " + (o instanceof int[]) + " " + (o instanceof Cloneable));
    long[] longs = {1L << 40, -1};
    longs[1] ^= longs[0];
    double[] doubles = {1.5};
    doubles[0] *= 3;
    System.out.println(longs[1] + " " + doubles[0]);
  }
}
