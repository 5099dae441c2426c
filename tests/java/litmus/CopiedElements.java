/** System.arraycopy may read an older value of each element. */
public class CopiedElements extends CopyLitmus {
  @Override
  int[] copy() {
    int[] copy = new int[2];
    System.arraycopy(elements, 0, copy, 0, 2);
    return copy;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, CopiedElements::new);
  }
}
