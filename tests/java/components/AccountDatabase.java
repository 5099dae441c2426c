import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The prepaid accounts of a wireless network, kept in memory: who may log in, how many minutes are
 * left, and the tokens that are handed out for some of them.
 *
 * <p>The table of accounts is a Hashtable, and whatever belongs to one account is guarded by the
 * monitor of its row. The error is in {@link #recharge}: it adds to the minutes of a row without
 * that monitor, so that minutes which are recharged while a token is created can be lost.
 */
public class AccountDatabase {
  /** How many wrong passwords in a row close an account. */
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

  /** Minutes that were taken from an account to be used once. */
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

  /** Opens an account; its number, or -1 when there is one of that name. */
  public int createAccount(String owner, String password) {
    if (owner.isEmpty()) {
      return -1;
    }
    Row row = new Row(nextId(), owner, password);
    return rows.putIfAbsent(owner, row) == null ? row.id : -1;
  }

  /** Forgets an account with what is left on it; false when there is none. */
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

  /** True when the password is that of the account, which too many wrong ones close. */
  public boolean logIn(String owner, String password) {
    Row row = find(owner);
    return row != null && authenticate(row, password);
  }

  /** Sets another password, for whom knows the present one. */
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

  /** Opens an account again that wrong passwords have closed. */
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

  /** Adds minutes to an account; false when there is none. */
  public boolean recharge(String owner, int minutes) {
    Row row = find(owner);
    if (row == null || minutes < 0) {
      return false;
    }
    row.prepaid += minutes;
    return true;
  }

  /** Takes minutes for a token; its number, or -1 where they are not there. */
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

  /** Uses a token up; the minutes that it stood for, 0 when there is no such token. */
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

  /** How many tokens of an account are not used up. */
  public int openTokens(String owner) {
    Row row = find(owner);
    if (row == null) {
      return 0;
    }
    synchronized (row) {
      return row.tokens.size();
    }
  }

  /** Is there an account of that name, and is it open? */
  public boolean isOpen(String owner) {
    Row row = find(owner);
    return row != null && row.isOpen();
  }

  /** The number of an account, -1 when there is none. */
  public int idOf(String owner) {
    Row row = find(owner);
    return row == null ? -1 : row.id;
  }

  /** How many accounts there are. */
  public int size() {
    return rows.size();
  }

  /** The names of the accounts in the order of the alphabet. */
  public List<String> owners() {
    List<String> names;
    synchronized (rows) {
      names = new ArrayList<>(rows.keySet());
    }
    Collections.sort(names);
    return names;
  }
}
