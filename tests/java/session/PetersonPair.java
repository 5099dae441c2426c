/**
 * One iteration of Peterson's algorithm with plain fields (paper 004, figure 3); the critical
 * section only writes.
 */
public class PetersonPair {
  static int flag0;
  static int flag1;
  static int turn;
  static int shared;

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(() -> {
      flag0 = 1;
      turn = 1;
      while (flag1 == 1 && turn == 1) {}
      shared = 1;
      flag0 = 0;
    });
    Thread two = new Thread(() -> {
      flag1 = 1;
      turn = 0;
      while (flag0 == 1 && turn == 0) {}
      shared = 2;
      flag1 = 0;
    });
    one.start();
    two.start();
    one.join();
    two.join();
  }
}
