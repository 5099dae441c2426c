import java.util.concurrent.Semaphore;

/** A connection pool: a query that fails does not give its permit back. */
public class SemaphoreLeak {
  private final Semaphore connections = new Semaphore(1);
  private boolean broken = true;

  String query(String sql) throws InterruptedException {
    connections.acquire();
    if (broken && sql.startsWith("DROP")) {
      broken = false;
      return null; // the error path forgets release()
    }
    String result = "ok:" + sql;
    connections.release();
    return result;
  }

  public static void main(String[] args) throws InterruptedException {
    SemaphoreLeak pool = new SemaphoreLeak();
    Thread admin = new Thread(() -> ask(pool, "DROP TABLE t"), "admin");
    Thread user = new Thread(() -> ask(pool, "SELECT 1"), "user");
    admin.start();
    user.start();
    admin.join();
    user.join();
  }

  static void ask(SemaphoreLeak pool, String sql) {
    try {
      System.out.println(pool.query(sql));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
