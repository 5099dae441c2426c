import java.util.Hashtable;

/**
 * A database of prepaid accounts. The table of rows is a Hashtable, whose methods are synchronized,
 * but the rows change without a lock: a token that is created while the account is recharged may
 * undo the recharge. The next account number is incremented without a lock too.
 *
 * <p>Arguments: the number of threads that create a token and that recharge, all on one account.
 */
public class AccountDatabase {
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

  static final class Caller extends Thread {
    final AccountDatabase database;
    final int id;

    Caller(AccountDatabase database, int id) {
      this.database = database;
      this.id = id;
    }

    @Override
    public void run() {
      database.createToken(id, 1);
    }
  }

  static final class Payer extends Thread {
    final AccountDatabase database;
    final int id;

    Payer(AccountDatabase database, int id) {
      this.database = database;
      this.id = id;
    }

    @Override
    public void run() {
      database.recharge(id, 10);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int callers = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int payers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    AccountDatabase database = new AccountDatabase();
    int id = database.createAccount(callers);
    Thread[] threads = new Thread[callers + payers];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = i < callers ? new Caller(database, id) : new Payer(database, id);
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
