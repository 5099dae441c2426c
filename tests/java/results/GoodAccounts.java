public class GoodAccounts {
  private final int[] balance = new int[2];
  private final Object lock = new Object();
  public void deposit(int account, int amount) {
    if (account < 0 || account > 1) return;
    synchronized (lock) { balance[account] += amount; }
  }
  public boolean withdraw(int account, int amount) {
    if (account < 0 || account > 1) return false;
    
    synchronized (lock) {
      if (balance[account] < amount) return false;
      balance[account] -= amount;
    }
    return true;
  }
  public int getBalance(int account) {
    if (account < 0 || account > 1) return 0;
    synchronized (lock) { return balance[account]; }
  }
}

