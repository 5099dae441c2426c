import java.util.Hashtable;

/**
 * AccountDatabase with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of threads that create a token and that recharge, all on one account.
 */
public class AccountDatabaseLambdas {
  private static final class Row {
    int prepaid;

    Row(int prepaid) {
      this.prepaid = prepaid;
    }
  }

  private final Hashtable<Integer, Row> rows = new Hashtable<>();
  private int nextId;

  /** Opens an account and returns its number. */
  public int createAccount(int prepaid) {
    int id = nextId++;
    rows.put(id, new Row(prepaid));
    return id;
  }

  /** Pays for some minutes; returns false if there is no such account or too little is left. */
  public boolean createToken(int id, int minutes) {
    Row row = rows.get(id);
    if (row == null || row.prepaid < minutes) {
      return false;
    }
    row.prepaid -= minutes;
    return true;
  }

  public boolean recharge(int id, int minutes) {
    Row row = rows.get(id);
    if (row == null) {
      return false;
    }
    row.prepaid += minutes;
    return true;
  }

  /** Returns the remaining minutes, or -1 if there is no such account. */
  public int prepaid(int id) {
    Row row = rows.get(id);
    return row == null ? -1 : row.prepaid;
  }

  public static void main(String[] args) throws InterruptedException {
    int callers = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int payers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    AccountDatabaseLambdas database = new AccountDatabaseLambdas();
    int id = database.createAccount(callers);
    Thread[] threads = new Thread[callers + payers];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          i < callers ? new Thread(() -> database.createToken(id, 1)) : new Thread(() -> database.recharge(id, 10));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    int left = database.prepaid(id);
    if (left != 10 * payers) {
      throw new IllegalStateException("a lost update: " + left + " are left of " + 10 * payers);
    }
  }
}
