/** An AssertionError in main ends the program with status 1, once the other thread has ended. */
public class FailedAssert {
  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> System.out.println("other thread"));
    t.start();
    t.join();
    int x = args.length;
    assert x == 1 : "x was " + x;
    System.out.println("not reached");
  }
}
