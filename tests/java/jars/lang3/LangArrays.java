import java.util.Arrays;
import org.apache.commons.lang3.ArrayUtils;

/** ArrayUtils on primitive and object arrays. */
public class LangArrays {
  public static void main(String[] args) {
    int[] a = {5, 3, 9, 3};
    System.out.println(
        Arrays.toString(ArrayUtils.add(a, 7)) + Arrays.toString(ArrayUtils.insert(1, a, 8, 8)));
    System.out.println(Arrays.toString(ArrayUtils.removeElement(a, 3))
        + Arrays.toString(ArrayUtils.removeAll(a, 0, 2)));
    System.out.println(ArrayUtils.contains(a, 9) + " " + ArrayUtils.indexOf(a, 3, 2) + " "
        + ArrayUtils.lastIndexOf(a, 3));
    int[] b = a.clone();
    ArrayUtils.reverse(b);
    System.out.println(Arrays.toString(b));
    ArrayUtils.shift(b, 1);
    System.out.println(Arrays.toString(b));
    ArrayUtils.swap(b, 0, 3);
    System.out.println(
        Arrays.toString(b) + ArrayUtils.isSorted(b) + ArrayUtils.isSorted(new int[] {1, 2}));
    Integer[] boxed = ArrayUtils.toObject(a);
    System.out.println(Arrays.toString(boxed) + Arrays.toString(ArrayUtils.toPrimitive(boxed)));
    String[] s = ArrayUtils.addAll(new String[] {"a"}, "b", "c");
    System.out.println(Arrays.toString(s) + s.getClass().getSimpleName() + ArrayUtils.toString(s));
    System.out.println(ArrayUtils.toMap(new String[][] {{"k", "v"}, {"l", "w"}}).get("l"));
    System.out.println(Arrays.toString(ArrayUtils.subarray(new double[] {1, 2, 3, 4}, 1, 3))
        + ArrayUtils.getLength(null));
    System.out.println(ArrayUtils.isSameLength(new long[2], new long[2]) + " "
        + Arrays.toString(ArrayUtils.nullToEmpty((String[]) null)));
    try {
      ArrayUtils.remove(a, 12);
    } catch (IndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
  }
}
