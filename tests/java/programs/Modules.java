import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/**
 * Modules: modules of classes, their exports, opens, reads and uses, the limits of reflection, the
 * boot layer.
 */
public class Modules {
  interface Act {
    void run() throws Throwable;
  }

  static class Own {
    private int x = 3;
  }

  static String strip(Object o) {
    return o.toString().replaceAll("unnamed module @\\w+", "unnamed module @");
  }

  static void show(Class<?> k) {
    Module m = k.getModule();
    System.out.println(k + " " + m.getName() + " " + m.isNamed() + " " + strip(m));
  }

  static void tries(Act a) {
    try {
      a.run();
      System.out.println("ok");
    } catch (Throwable t) {
      System.out.println(strip(t));
    }
  }

  public static void main(String[] args) throws Exception {
    for (Class<?> k : new Class<?>[] {String.class, int.class, int[].class, String[].class,
             Modules.class, Modules[].class, java.sql.Connection.class,
             java.util.logging.Logger.class, javax.swing.JFrame[].class})
      show(k);
    Runnable r = () -> {};
    System.out.println(strip(r.getClass().getModule()) + " "
        + (r.getClass().getModule() == Modules.class.getModule()));
    Module base = Object.class.getModule(), own = Modules.class.getModule(),
           sql = java.sql.Connection.class.getModule();
    System.out.println(own.getClassLoader() == Modules.class.getClassLoader());
    System.out.println(ClassLoader.getSystemClassLoader().getUnnamedModule() == own);
    for (String pn : new String[] {"java.lang", "jdk.internal.misc", "sun.nio.ch", "no.such"})
      System.out.println(pn + " " + base.isExported(pn) + " " + base.isExported(pn, own) + " "
          + base.isExported(pn, sql) + " " + base.isExported(pn, base) + " " + base.isOpen(pn) + " "
          + base.isOpen(pn, own) + " " + base.isOpen(pn, base) + " " + own.isExported(pn) + " "
          + own.isOpen(pn, base));
    Module logging = java.util.logging.Logger.class.getModule(),
           desktop = javax.swing.JFrame.class.getModule();
    for (Module m : new Module[] {base, sql, logging, desktop, own})
      System.out.println(m.canRead(base) + " " + m.canRead(sql) + " " + m.canRead(logging) + " "
          + m.canRead(desktop) + " " + m.canRead(own));
    System.out.println(base.canUse(java.nio.file.spi.FileSystemProvider.class) + " "
        + own.canUse(Runnable.class) + " " + base.canUse(Runnable.class));
    tries(() -> String.class.getDeclaredField("value").setAccessible(true));
    tries(() -> ArrayList.class.getDeclaredField("size").setAccessible(true));
    tries(()
              -> ClassLoader.class
                     .getDeclaredMethod(
                         "defineClass", String.class, byte[].class, int.class, int.class)
                     .setAccessible(true));
    tries(() -> String.class.getMethod("length").setAccessible(true));
    tries(() -> Own.class.getDeclaredField("x").setAccessible(true));
    tries(() -> System.out.println(String.class.getDeclaredField("value").trySetAccessible()));
    tries(() -> Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null));
    tries(() -> Class.forName("sun.nio.ch.IOUtil").getDeclaredConstructors()[0].newInstance());
    tries(() -> String.class.getDeclaredMethod("coder").invoke("x"));
    tries(() -> base.addOpens("java.lang", own));
    tries(() -> base.addExports("java.lang", own));
    tries(() -> base.addReads(own));
    tries(() -> System.out.println(own.addReads(sql) == own));
    tries(() -> System.out.println(own.addOpens("x", sql) == own));
    tries(() -> System.out.println(own.getDescriptor() + " " + own.getLayer()));
    System.out.println(base.getDescriptor().name() + " " + base.getDescriptor().isOpen() + " "
        + base.getDescriptor().exports().size() + " " + base.getDescriptor().packages().size() + " "
        + new TreeSet<>(sql.getDescriptor().requires()));
    System.out.println(base.getDescriptor() == base.getDescriptor());
    System.out.println(base.getPackages().contains("java.util.concurrent"));
    ModuleLayer boot = ModuleLayer.boot();
    System.out.println(boot == base.getLayer());
    System.out.println(boot.findModule("java.sql").get() == sql);
    System.out.println(boot.findModule("nothing").isPresent());
    Set<String> names = new TreeSet<>();
    for (Module m : boot.modules()) {
      names.add(m.getName());
    }
    System.out.println(names);
    System.out.println(boot.configuration().findModule("java.base").isPresent() + " "
        + boot.parents().size() + " " + boot.modules().contains(sql));
    System.out.println(ServiceLoader.load(boot, java.nio.file.spi.FileSystemProvider.class)
                           .findFirst()
                           .isPresent());
    System.out.println(String.class.getPackage() + " " + Map.class.getPackage().isSealed() + " "
        + Modules.class.getPackage().isSealed());
    System.out.println(Class.forName(base, "java.lang.String") + " "
        + Class.forName(base, "java.sql.Connection") + " " + Class.forName(own, "Modules"));
    System.out.println(String.class.getResource("String.class") != null);
    System.out.println(String.class.getResourceAsStream("String.class") != null);
    System.out.println(
        Object.class.getModule().getResourceAsStream("java/lang/Object.class") != null);
    try {
      List.of().get(0);
    } catch (RuntimeException e) {
      for (StackTraceElement f : e.getStackTrace()) {
        System.out.println(f.getModuleName() + " " + f.toString().replaceAll(":\\d+", ""));
      }
    }
  }
}
