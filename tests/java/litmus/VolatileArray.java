/** A volatile field that holds an array does not make the elements volatile. */
public class VolatileArray extends Litmus {
  volatile int[] elements = new int[2];

  @Override
  void actor1() {
    elements[0] = 1;
    elements[1] = 1;
  }

  @Override
  void actor2() {
    r1 = elements[1];
    r2 = elements[0];
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, VolatileArray::new);
  }
}
