/** The clone of an array may have an older value of each element. */
public class ClonedElements extends CopyLitmus {
  @Override
  int[] copy() {
    return elements.clone();
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, ClonedElements::new);
  }
}
