import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Two clerks add rows to one table in memory, each over a connection of its own. HSQLDB lets many
 * connections work on a database; its sessions read counters and states of one another in plain
 * fields.
 */
public class HsqlRows {
  static final String SHOP = "jdbc:hsqldb:mem:shop";

  public static void main(String[] args) throws Exception {
    try (Connection shop = DriverManager.getConnection(SHOP);
        Statement sql = shop.createStatement()) {
      sql.execute("create table stock (name varchar(20) primary key, pieces int)");
      Thread first = new Thread(() -> add("tea", 3));
      Thread second = new Thread(() -> add("milk", 4));
      first.start();
      second.start();
      first.join();
      second.join();
      ResultSet sum = sql.executeQuery("select sum(pieces) from stock");
      sum.next();
      if (sum.getInt(1) != 7) {
        throw new AssertionError(sum.getInt(1));
      }
    }
  }

  static void add(String name, int pieces) {
    try (Connection shop = DriverManager.getConnection(SHOP);
        PreparedStatement row = shop.prepareStatement("insert into stock values (?, ?)")) {
      row.setString(1, name);
      row.setInt(2, pieces);
      row.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
