import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The prepaid accounts of a wireless network, kept in memory: who may log in, how many minutes are
 * left, and the tokens that were issued for some of these minutes.
 *
 * <p>The table of accounts is a Hashtable, and the data of an account is guarded by the monitor of
 * its row. The error is in {@link #recharge}: it adds minutes to a row without that monitor. If a
 * token is created at the same time, the recharged minutes can be lost.
 */
public class AccountDatabase {
  /** The number of consecutive wrong passwords that close an account. */
  public static final int TRIES = 3;

  private static final class Row {
    final int id;
    final String owner;
    String password;
    int prepaid;
    int failures;
    boolean closed;
    final List<Token> tokens = new ArrayList<>();

    Row(int id, String owner, String password) {
      this.id = id;
      this.owner = owner;
      this.password = password;
    }

    synchronized boolean isOpen() {
      return !closed && failures < TRIES;
    }
  }

  /** Minutes that were taken from an account, for a single use. */
  private record Token(int number, int minutes) {}

  private final Map<String, Row> rows = new Hashtable<>();
  private int lastId;
  private int lastToken;

  private Row find(String owner) {
    return owner == null ? null : rows.get(owner);
  }

  private synchronized int nextId() {
    return ++lastId;
  }

  private synchronized int nextToken() {
    return ++lastToken;
  }

  /** Opens an account; returns its number, or -1 if the name is taken. */
  public int createAccount(String owner, String password) {
    if (owner.isEmpty()) {
      return -1;
    }
    Row row = new Row(nextId(), owner, password);
    return rows.putIfAbsent(owner, row) == null ? row.id : -1;
  }

  /** Deletes an account with its remaining minutes; returns false if there is none. */
  public boolean deleteAccount(String owner, String password) {
    Row row = find(owner);
    if (row == null || !authenticate(row, password)) {
      return false;
    }
    synchronized (row) {
      row.closed = true;
    }
    return rows.remove(owner, row);
  }

  private static boolean authenticate(Row row, String password) {
    synchronized (row) {
      if (!row.isOpen()) {
        return false;
      }
      boolean same = Objects.equals(row.password, password);
      row.failures = same ? 0 : row.failures + 1;
      return same;
    }
  }

  /** Checks the password of an account. Too many wrong passwords close the account. */
  public boolean logIn(String owner, String password) {
    Row row = find(owner);
    return row != null && authenticate(row, password);
  }

  /** Changes the password, given the current one. */
  public boolean changePassword(String owner, String password, String next) {
    Row row = find(owner);
    if (row == null || !authenticate(row, password)) {
      return false;
    }
    synchronized (row) {
      row.password = next;
    }
    return true;
  }

  /** Reopens an account that was closed because of wrong passwords. */
  public boolean unlock(String owner) {
    Row row = find(owner);
    if (row == null) {
      return false;
    }
    synchronized (row) {
      boolean was = row.failures >= TRIES;
      row.failures = 0;
      return was;
    }
  }

  /** Adds minutes to an account; returns false if there is none. */
  public boolean recharge(String owner, int minutes) {
    Row row = find(owner);
    if (row == null || minutes < 0) {
      return false;
    }
    row.prepaid += minutes;
    return true;
  }

  /** Takes minutes for a token; returns its number, or -1 if too few are left. */
  public int createToken(String owner, int minutes) {
    Row row = find(owner);
    if (row == null) {
      return -1;
    }
    synchronized (row) {
      if (!row.isOpen() || minutes < 0 || row.prepaid < minutes) {
        return -1;
      }
      row.prepaid -= minutes;
      Token token = new Token(nextToken(), minutes);
      row.tokens.add(token);
      return token.number();
    }
  }

  /** Redeems a token; returns its minutes, or 0 if there is no such token. */
  public int redeemToken(String owner, int number) {
    Row row = find(owner);
    if (row == null) {
      return 0;
    }
    synchronized (row) {
      for (Token token : row.tokens) {
        if (token.number() == number) {
          row.tokens.remove(token);
          return token.minutes();
        }
      }
    }
    return 0;
  }

  /** Returns the number of unused tokens of an account. */
  public int openTokens(String owner) {
    Row row = find(owner);
    if (row == null) {
      return 0;
    }
    synchronized (row) {
      return row.tokens.size();
    }
  }

  /** Tests whether the account exists and is open. */
  public boolean isOpen(String owner) {
    Row row = find(owner);
    return row != null && row.isOpen();
  }

  /** Returns the number of an account, or -1 if there is none. */
  public int idOf(String owner) {
    Row row = find(owner);
    return row == null ? -1 : row.id;
  }

  /** Returns the number of accounts. */
  public int size() {
    return rows.size();
  }

  /** Returns the names of the accounts in alphabetical order. */
  public List<String> owners() {
    List<String> names;
    synchronized (rows) {
      names = new ArrayList<>(rows.keySet());
    }
    Collections.sort(names);
    return names;
  }
}
