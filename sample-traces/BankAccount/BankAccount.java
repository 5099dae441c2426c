/**
 * A bank whose tellers share one total. A deposit increases the customer's account, which no other
 * teller uses, and then the total, without a lock. If two tellers do this at the same time, one
 * update is lost, and at the end the accounts do not add up to the total.
 *
 * <p>Arguments: the number of tellers and of deposits per teller.
 */
public class BankAccount {
  final int[] accounts;
  int total;

  BankAccount(int tellers) {
    accounts = new int[tellers];
  }

  void deposit(int id, int sum) {
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
    final BankAccount bank;
    final int id;
    final int deposits;

    Teller(BankAccount bank, int id, int deposits) {
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
    BankAccount bank = new BankAccount(tellers);
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
