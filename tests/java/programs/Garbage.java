import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Much short-lived garbage next to long-lived structures: no reachable object may be lost.
 */
public class Garbage {
  static final class Tree {
    final Tree left;
    final Tree right;
    final int value;

    Tree(int depth, int value) {
      this.value = value;
      this.left = depth == 0 ? null : new Tree(depth - 1, value * 2);
      this.right = depth == 0 ? null : new Tree(depth - 1, value * 2 + 1);
    }

    int sum() {
      return value + (left == null ? 0 : left.sum() + right.sum());
    }
  }

  public static void main(String[] args) {
    Tree kept = new Tree(8, 1);
    Map<Integer, String> map = new HashMap<>();
    List<int[]> arrays = new ArrayList<>();
    long check = 0;
    for (int round = 0; round < 300; round++) {
      Tree t = new Tree(5, round);
      check += t.sum();
      map.put(round % 50, "value " + round + " of " + check);
      arrays.add(new int[100]);
      arrays.get(arrays.size() - 1)[round % 100] = round;
      if (arrays.size() > 20) {
        arrays.remove(0);
      }
      StringBuilder sb = new StringBuilder();
      for (int i = 0; i < 50; i++) {
        sb.append(i).append(',');
      }
      check += sb.toString().length();
    }
    System.gc();
    System.out.println(kept.sum() + " " + check + " " + map.get(49) + " " + map.size());
    int sum = 0;
    for (int[] a : arrays) {
      for (int v : a) {
        sum += v;
      }
    }
    System.out.println(sum);
    Object[] chain = null;
    for (int i = 0; i < 10000; i++) {
      chain = new Object[] {chain, i};
    }
    int length = 0;
    for (Object[] c = chain; c != null; c = (Object[]) c[0]) {
      length++;
    }
    System.out.println(length);
  }
}
