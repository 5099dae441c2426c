import java.security.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A custom security manager, or the exception that releases without security managers throw. */
public class SecurityManagers {
  @SuppressWarnings("removal")
  static class Own extends SecurityManager {
    final List<String> asked = new ArrayList<>();

    @Override
    public void checkPermission(Permission p) {
      asked.add(p.getName());
    }

    @Override
    public void checkExit(int status) {
      throw new SecurityException("exit " + status);
    }

    Class<?>[] context() {
      return getClassContext();
    }
  }

  static class Inner {
    static Class<?>[] of(Own own) {
      return own.context();
    }
  }

  static void show(Class<?>[] context) {
    StringBuilder s = new StringBuilder();
    for (Class<?> c : context) s.append(' ').append(c.getName());
    System.out.println(s);
  }

  @SuppressWarnings("removal")
  public static void main(String[] args) throws Exception {
    Own own = new Own();
    show(Inner.of(own));
    show((Class<?>[]) Inner.class.getDeclaredMethod("of", Own.class).invoke(null, own));
    Thread t = new Thread(() -> System.out.println(own.context().length > 1));
    t.start();
    t.join();
    try {
      System.setSecurityManager(own);
    } catch (UnsupportedOperationException e) {
      System.out.println(e.getMessage() + " " + System.getSecurityManager());
      return;
    }
    System.out.println(System.getSecurityManager() == own);
    try {
      System.exit(3);
    } catch (SecurityException e) {
      System.out.println(e.getMessage());
    }
    try {
      Runtime.getRuntime().halt(4);
    } catch (SecurityException e) {
      System.out.println(e.getMessage());
    }
    System.getProperty("user.dir");
    System.out.println(own.asked.contains("user.dir"));
    System.setSecurityManager(null);
    System.out.println(own.asked.contains("setSecurityManager") + " " + System.getSecurityManager());
    System.exit(5);
  }
}
