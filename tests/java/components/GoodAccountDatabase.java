import java.util.List;

/** {@link AccountDatabase} with each method under one lock. */
public class GoodAccountDatabase extends AccountDatabase {
  @Override
  public synchronized int createAccount(String owner, String password) {
    return super.createAccount(owner, password);
  }
  @Override
  public synchronized boolean deleteAccount(String owner, String password) {
    return super.deleteAccount(owner, password);
  }
  @Override
  public synchronized boolean logIn(String owner, String password) {
    return super.logIn(owner, password);
  }
  @Override
  public synchronized boolean changePassword(String owner, String password, String next) {
    return super.changePassword(owner, password, next);
  }
  @Override
  public synchronized boolean unlock(String owner) {
    return super.unlock(owner);
  }
  @Override
  public synchronized boolean recharge(String owner, int minutes) {
    return super.recharge(owner, minutes);
  }
  @Override
  public synchronized int createToken(String owner, int minutes) {
    return super.createToken(owner, minutes);
  }
  @Override
  public synchronized int redeemToken(String owner, int number) {
    return super.redeemToken(owner, number);
  }
  @Override
  public synchronized int openTokens(String owner) {
    return super.openTokens(owner);
  }
  @Override
  public synchronized boolean isOpen(String owner) {
    return super.isOpen(owner);
  }
  @Override
  public synchronized int idOf(String owner) {
    return super.idOf(owner);
  }
  @Override
  public synchronized int size() {
    return super.size();
  }
  @Override
  public synchronized List<String> owners() {
    return super.owners();
  }
}
