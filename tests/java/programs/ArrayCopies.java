import java.util.Arrays;

/**
 * System.arraycopy and clone: overlapping copies, element checks, and the message of each
 * exception.
 */
public class ArrayCopies {
  static void copy(Object from, int at, Object to, int where, int count) {
    try {
      System.arraycopy(from, at, to, where, count);
      System.out.println("copied");
    } catch (RuntimeException e) {
      System.out.println(e);
    }
  }

  public static void main(String[] args) throws CloneNotSupportedException {
    int[] a = {1, 2, 3, 4, 5};
    System.arraycopy(a, 0, a, 1, 4);
    System.out.println(Arrays.toString(a));
    System.arraycopy(a, 1, a, 0, 4);
    System.out.println(Arrays.toString(a));
    Object[] mixed = {1, 2, "three", 4};
    Integer[] ints = new Integer[4];
    copy(mixed, 0, ints, 0, 4);
    System.out.println(Arrays.toString(ints));
    copy(new int[3], 0, new long[3], 0, 1);
    copy(new int[3], 0, new Object[3], 0, 1);
    copy(new Object[3], 0, new int[3], 0, 1);
    copy(new int[3], 2, new int[3], 0, 2);
    copy(new int[3], -1, new int[3], 0, 2);
    copy(new int[3], 0, new int[3], -2, 2);
    copy(new int[3], 0, new int[3], 2, 2);
    copy(new int[3], 0, new int[3], 0, -1);
    copy(new Object[2], 1, new Object[3], 2, 2);
    copy(new Object[2], 0, new String[1], 0, 2);
    copy(new String[2], 0, new Integer[3], 0, 2);
    copy(new String[] {"x"}, 0, new Integer[3], 0, 1);
    copy("text", 0, new int[3], 0, 1);
    copy(new int[3], 0, "text", 0, 1);
    copy(null, 0, new int[3], 0, 1);
    copy(new boolean[] {true}, 0, new byte[1], 0, 1);
    copy(new int[3], Integer.MAX_VALUE, new int[3], 0, 1);
    int[][] deep = {{1}, {2}};
    int[][] shallow = deep.clone();
    shallow[0][0] = 9;
    shallow[1] = null;
    System.out.println(Arrays.deepToString(deep) + Arrays.deepToString(shallow));
    try {
      new ArrayCopies().clone();
    } catch (CloneNotSupportedException e) {
      System.out.println(e);
    }
  }
}
