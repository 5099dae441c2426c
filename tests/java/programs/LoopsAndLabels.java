import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Loops of all kinds over arrays, iterables and strings, with labels and nested breaks; primes,
 * matrices, hand-written sorting.
 */
public class LoopsAndLabels {
  static List<Integer> primes(int n) {
    List<Integer> out = new ArrayList<>();
    next:
    for (int i = 2; out.size() < n; i++) {
      for (int p : out) {
        if (p * p > i) break;
        if (i % p == 0) continue next;
      }
      out.add(i);
    }
    return out;
  }

  static double[][] multiply(double[][] a, double[][] b) {
    double[][] r = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++)
      for (int j = 0; j < b[0].length; j++)
        for (int k = 0; k < b.length; k++) r[i][j] += a[i][k] * b[k][j];
    return r;
  }

  static void quick(int[] a, int lo, int hi) {
    while (lo < hi) {
      int p = a[(lo + hi) >>> 1], i = lo - 1, j = hi + 1;
      while (true) {
        do i++; while (a[i] < p);
        do j--; while (a[j] > p);
        if (i >= j) break;
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
      }
      quick(a, lo, j);
      lo = j + 1;
    }
  }

  static int collatz(long n) {
    int steps = 0;
    for (; n != 1; steps++) n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
    return steps;
  }

  static String hanoi(int n, char a, char b, char c) {
    return n == 0 ? "" : hanoi(n - 1, a, c, b) + a + c + " " + hanoi(n - 1, b, a, c);
  }

  static long ackermann(long m, long n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
  }

  public static void main(String[] args) {
    System.out.println(primes(20));
    System.out.println(
        multiply(new double[][] {{1, 2}, {3, 4}}, new double[][] {{0, 1}, {1, 0}})[1][0]);
    int[] a = new int[300];
    for (int i = 0, x = 7; i < a.length; i++, x = x * 1103515245 + 12345) a[i] = x >>> 20;
    quick(a, 0, a.length - 1);
    boolean sorted = true;
    for (int i = 1; i < a.length; i++) sorted &= a[i - 1] <= a[i];
    System.out.println(sorted + " " + a[0] + " " + a[299] + " " + collatz(837799) + " "
        + hanoi(3, 'x', 'y', 'z') + ackermann(2, 3));
    int n = 0;
    outer:
    do {
      n++;
      for (Iterator<String> it = List.of("a", "b", "c").iterator(); it.hasNext();)
        switch (it.next()) {
          case "b":
            if (n < 3) continue outer;
            break outer;
          default:
            n += 0;
        }
    } while (n < 10);
    int sum = 0;
    for (char c : "hello".toCharArray()) sum += c;
    for (int[] row : new int[][] {{1, 2}, {}, {3}}) for (int v : row) sum += v;
    for (;;) if (++sum % 100 == 0) break;
    while (sum > 500) sum -= 7;
    System.out.println(n + " " + sum);
    long fib = 0, prev = 1;
    for (int i = 0; i < 90; i++) {
      long t = fib + prev;
      prev = fib;
      fib = t;
    }
    System.out.println(fib + " " + gcd(1071, 462));
  }

  static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
}
