/**
 * BankAccount fixed: a deposit is one step under the lock of the bank.
 *
 * <p>Arguments: the number of tellers and of deposits per teller.
 */
public class BankAccountFixed {
  final int[] accounts;
  int total;

  BankAccountFixed(int tellers) {
    accounts = new int[tellers];
  }

  synchronized void deposit(int id, int sum) {
    accounts[id] += sum;
    total += sum;
  }

  void balance() {
    int sum = 0;
    for (int account : accounts) {
      sum += account;
    }
    if (sum != total) {
      throw new IllegalStateException("accounts " + sum + ", total " + total);
    }
  }

  static final class Teller extends Thread {
    final BankAccountFixed bank;
    final int id;
    final int deposits;

    Teller(BankAccountFixed bank, int id, int deposits) {
      this.bank = bank;
      this.id = id;
      this.deposits = deposits;
    }

    @Override
    public void run() {
      for (int i = 1; i <= deposits; i++) {
        bank.deposit(id, 10 * i);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int tellers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int deposits = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    BankAccountFixed bank = new BankAccountFixed(tellers);
    Teller[] threads = new Teller[tellers];
    for (int i = 0; i < tellers; i++) {
      threads[i] = new Teller(bank, i, deposits);
      threads[i].start();
    }
    for (Teller thread : threads) {
      thread.join();
    }
    bank.balance();
  }
}
