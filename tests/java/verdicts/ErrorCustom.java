/** The program throws an exception class of its own if the threads run in the wrong order. */
public class ErrorCustom {
  static final class Overdrawn extends RuntimeException {
    Overdrawn(int balance) {
      super("balance " + balance);
    }
  }

  private int balance = 100;

  synchronized int get() {
    return balance;
  }

  synchronized void take(int amount) {
    balance -= amount;
    if (balance < 0) {
      throw new Overdrawn(balance);
    }
  }

  void withdraw(int amount) {
    if (get() >= amount) {
      take(amount);
    }
  }

  public static void main(String[] args) {
    ErrorCustom account = new ErrorCustom();
    new Thread(() -> account.withdraw(70)).start();
    account.withdraw(60);
  }
}
