/**
 * BankAccount with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of tellers and of deposits per teller.
 */
public class BankAccountLambdas {
  final int[] accounts;
  int total;

  BankAccountLambdas(int tellers) {
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

  public static void main(String[] args) throws InterruptedException {
    int tellers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int deposits = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    BankAccountLambdas bank = new BankAccountLambdas(tellers);
    Thread[] threads = new Thread[tellers];
    for (int i = 0; i < tellers; i++) {
      int id = i;
      threads[i] =
          new Thread(
              () -> {
                for (int n = 1; n <= deposits; n++) {
                  bank.deposit(id, 10 * n);
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    bank.balance();
  }
}
