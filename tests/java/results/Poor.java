/* A model whose deposits have no effect and whose withdrawals always succeed. */
public class Poor {
  public void deposit(int account, int amount) {}

  public boolean withdraw(int account, int amount) {
    return true;
  }
}
