import java.util.Hashtable;

/**
 * AccountDatabase fixed: methods that read or change a row or the next number are synchronized.
 *
 * <p>Arguments: the number of threads that create a token and that recharge, all on one account.
 */
public class AccountDatabaseFixed {
  private static final class Row {
    int prepaid;

    Row(int prepaid) {
      this.prepaid = prepaid;
    }
  }

  private final Hashtable<Integer, Row> rows = new Hashtable<>();
  private int nextId;

  /** Opens an account and returns its number. */
  public synchronized int createAccount(int prepaid) {
    int id = nextId++;
    rows.put(id, new Row(prepaid));
    return id;
  }

  /** Pays for some minutes; returns false if there is no such account or too little is left. */
  public synchronized boolean createToken(int id, int minutes) {
    Row row = rows.get(id);
    if (row == null || row.prepaid < minutes) {
      return false;
    }
    row.prepaid -= minutes;
    return true;
  }

  public synchronized boolean recharge(int id, int minutes) {
    Row row = rows.get(id);
    if (row == null) {
      return false;
    }
    row.prepaid += minutes;
    return true;
  }

  /** Returns the remaining minutes, or -1 if there is no such account. */
  public synchronized int prepaid(int id) {
    Row row = rows.get(id);
    return row == null ? -1 : row.prepaid;
  }

  static final class Caller extends Thread {
    final AccountDatabaseFixed database;
    final int id;

    Caller(AccountDatabaseFixed database, int id) {
      this.database = database;
      this.id = id;
    }

    @Override
    public void run() {
      database.createToken(id, 1);
    }
  }

  static final class Payer extends Thread {
    final AccountDatabaseFixed database;
    final int id;

    Payer(AccountDatabaseFixed database, int id) {
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
    AccountDatabaseFixed database = new AccountDatabaseFixed();
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
