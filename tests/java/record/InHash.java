/** Locks are taken in the order of their identity hash codes. */
public class InHash {
  static final class Account {
    int money = 10;
  }

  static void move(Account from, Account to) {
    Account first = System.identityHashCode(from) < System.identityHashCode(to) ? from : to;
    Account second = first == from ? to : from;
    synchronized (first) {
      synchronized (second) {
        from.money--;
        to.money++;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Account[] accounts = new Account[4];
    for (int i = 0; i < accounts.length; i++) {
      accounts[i] = new Account();
    }
    Thread a =
        new Thread(
            () -> {
              for (int i = 0; i < 3; i++) {
                move(accounts[i], accounts[i + 1]);
              }
            });
    a.start();
    for (int i = 3; i > 0; i--) {
      move(accounts[i], accounts[i - 1]);
    }
    a.join();
    int odd = 0;
    for (Account account : accounts) {
      odd += account.hashCode() & 1;
    }
    System.out.println(odd);
  }
}
