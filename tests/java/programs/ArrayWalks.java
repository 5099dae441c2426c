import java.util.Arrays;

/**
 * Loops over arrays as in library code, with indexes that are incremented as they are used: ends,
 * exceptions, and the index's value then.
 */
public class ArrayWalks {
  static int seen;

  static int upTo(int[] a, int from, int bound) {
    int i = from;
    try {
      while (a[++i] < bound) {
        seen++;
      }
      return i;
    } catch (ArrayIndexOutOfBoundsException e) {
      System.out.println(e.getMessage() + " at " + i);
      return -i;
    } catch (NullPointerException e) {
      System.out.println("null at " + i);
      return -i;
    }
  }

  static int downTo(int[] a, int from, int bound) {
    int k = from;
    try {
      while (bound < a[--k]) {
        a[k + 1] = a[k];
      }
      a[k + 1] = bound;
      return k;
    } catch (ArrayIndexOutOfBoundsException e) {
      System.out.println(e.getMessage() + " at " + k);
      return k;
    }
  }

  static int between(int[] a, int low, int high) {
    int n = 0;
    for (int k = high; --k > low; ) {
      int v = a[k];
      n += v;
    }
    int i = low;
    while (++i < high) n ^= i;
    i = low;
    while (++i <= high) n += i;
    i = low;
    while (++i != high) n += 2 * i;
    int j = high;
    while (--j >= low) n -= j;
    do n++; while (++i == high);
    return n;
  }

  static String put(int[] a, int i, int v) {
    try {
      a[i] = v;
      return Arrays.toString(a);
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName() + " " + (a == null ? "null" : e.getMessage());
    }
  }

  static String get(int[] a, int i) {
    int v = 77;
    try {
      v = a[i];
      v++;
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName() + " " + v;
    }
    return "" + v;
  }

  /** The incremented index is not the one that reads. */
  static int other(int[] a, int i, int j) {
    int x = a[j] + (i++ + a[j]);
    return x * 100 + i;
  }

  static void insertionSort(int[] a) {
    for (int i = 1; i < a.length; i++) {
      int v = a[i];
      int k = i;
      while (--k >= 0 && a[k] > v) a[k + 1] = a[k];
      a[k + 1] = v;
    }
  }

  public static void main(String[] args) {
    int[] a = {1, 2, 3, 5, 8, 13, 21};
    System.out.println(upTo(a, -1, 8) + " " + upTo(a, 2, 14) + " " + upTo(a, -1, 100) + " "
        + upTo(a, -3, 4) + " " + upTo(null, 4, 4));
    System.out.println(upTo(a, Integer.MAX_VALUE, 4) + " " + seen);
    System.out.println(downTo(a, 6, 4) + " " + Arrays.toString(a));
    System.out.println(downTo(a, 3, -4) + " " + Arrays.toString(a));
    System.out.println(downTo(a, 9, 4) + " " + downTo(a, Integer.MIN_VALUE, 4));
    System.out.println(between(a, 0, 6) + " " + between(a, 2, 3));
    System.out.println(
        put(a, 3, -9) + " " + put(a, 7, 1) + " " + put(a, -1, 1) + " " + put(null, 0, 1));
    System.out.println(get(a, 3) + " " + get(a, 7) + " " + get(a, -1) + " " + get(null, 0));
    System.out.println(other(a, 2, 4) + " " + other(a, 4, 4));
    int[] b = new int[50];
    for (int i = 0, x = 7; i < b.length; i++) {
      x = x * 1103515245 + 12345;
      b[i] = x >> 8;
    }
    int[] c = b.clone();
    insertionSort(b);
    Arrays.sort(c);
    System.out.println(Arrays.equals(b, c) + " " + Arrays.hashCode(b));
  }
}
