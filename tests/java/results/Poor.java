/* A model that never has anything. */
public class Poor {
  public void deposit(int account, int amount) {}

  public boolean withdraw(int account, int amount) {
    return true;
  }
}
