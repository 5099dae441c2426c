// java: --add-opens java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=java.sql,ALL-UNNAMED --add-exports java.base/jdk.internal.misc=ALL-UNNAMED --add-opens java.base/java.util.concurrent=java.sql
// heddle: --add-opens java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=java.sql,ALL-UNNAMED --add-exports java.base/jdk.internal.misc=ALL-UNNAMED --add-opens java.base/java.util.concurrent=java.sql
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * --add-opens and --add-exports: reflection on fields of the JDK, Module's answers, and packages
 * that a module may open further.
 */
public class ModuleOptions {
  static void open(Class<?> k, String field) throws Exception {
    try {
      Field f = k.getDeclaredField(field);
      f.setAccessible(true);
      System.out.println(f + " is open");
    } catch (InaccessibleObjectException e) {
      System.out.println(e.getMessage().replaceAll("@\\w+", "@"));
    }
  }

  public static void main(String[] args) throws Exception {
    Module base = Object.class.getModule(), own = ModuleOptions.class.getModule(),
           sql = java.sql.Connection.class.getModule();
    open(String.class, "value");
    open(ArrayList.class, "size");
    open(ConcurrentHashMap.class, "table");
    open(java.util.regex.Pattern.class, "root");
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
    Field size = ArrayList.class.getDeclaredField("size");
    size.setAccessible(true);
    size.setInt(list, 2);
    System.out.println(list);
    for (String pn :
        new String[] {"java.lang", "java.util", "java.util.concurrent", "jdk.internal.misc"})
      System.out.println(pn + " " + base.isOpen(pn) + " " + base.isOpen(pn, own) + " "
          + base.isOpen(pn, sql) + " " + base.isExported(pn, own) + " " + base.isExported(pn, sql));
    Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
    System.out.println(
        unsafe.getMethod("pageSize").invoke(unsafe.getMethod("getUnsafe").invoke(null)));
    System.out.println(base.isOpen("java.lang", sql));
    base.addOpens("java.lang", sql); // allowed, as the package is open to the caller
    System.out.println(base.isOpen("java.lang", sql) + " "
        + base.isOpen("java.lang", java.util.logging.Logger.class.getModule()));
    System.out.println(System.getProperties().stringPropertyNames().stream().noneMatch(
        s -> s.startsWith("jdk.module.add")));
  }
}
