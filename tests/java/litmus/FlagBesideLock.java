/**
 * A plain flag that is written after the lock was released. The lock keeps the data up to date, but
 * not the flag: its second read may be older than its first.
 */
public class FlagBesideLock extends Litmus {
  int data;
  int flag;

  @Override
  void actor1() {
    synchronized (this) {
      data = 1;
    }
    flag = 1;
  }

  @Override
  void actor2() {
    r1 = flag;
    synchronized (this) {
      r2 = data;
    }
    r3 = flag;
  }

  @Override
  String outcome() {
    return r1 + " " + r2 + " " + r3;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, FlagBesideLock::new);
  }
}
