public class Accounts {
  private final int[] balance = new int[2];
  private final Object lock = new Object();
  public void deposit(int account, int amount) {
    if (account < 0 || account > 1) return;
    synchronized (lock) { balance[account] += amount; }
  }
  public boolean withdraw(int account, int amount) {
    if (account < 0 || account > 1) return false;
    int now;
    synchronized (lock) { now = balance[account]; }
    if (now < amount) return false;
    synchronized (lock) { balance[account] = now - amount; }
    return true;
  }
  public void fail() { throw new IllegalStateException(); }
  public int getBalance(int account) {
    if (account < 0 || account > 1) return 0;
    synchronized (lock) { return balance[account]; }
  }
}
