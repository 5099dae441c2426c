import java.util.Arrays;

/** Arrays.copyOf reads the elements for the program. */
public class CopyOfElements extends CopyLitmus {
  @Override
  int[] copy() {
    return Arrays.copyOf(elements, 2);
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, CopyOfElements::new);
  }
}
