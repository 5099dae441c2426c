import java.sql.SQLException;
import java.sql.Types;
import org.h2.tools.SimpleResultSet;
import org.h2.util.StringUtils;

/**
 * Two threads each make a result set of their own and name its columns in upper case. H2 keeps the
 * names that it has converted in a plain static array of pairs. A thread that does not find
 * its name there converts it again, and adds a pair.
 */
public class H2Columns {
  public static void main(String[] args) throws Exception {
    int[] found = new int[2];
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      int row = i;
      threads[i] = new Thread(() -> found[row] = price(row + 3));
      threads[i].start();
    }
    for (Thread t : threads) {
      t.join();
    }
    if (found[0] != 3 || found[1] != 4) {
      throw new AssertionError(found[0] + " " + found[1]);
    }
  }

  static int price(int amount) {
    try (SimpleResultSet rows = new SimpleResultSet()) {
      rows.addColumn(StringUtils.toUpperEnglish("price"), Types.INTEGER, 10, 0);
      rows.addRow(amount);
      rows.next();
      return rows.getInt("PRICE");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
