// outcome: before java.sql true
// outcome: after java.sql true

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Main asks for the boot layer before or after another thread asks for a module's descriptor. The
 * boot layer is the same on all paths.
 */
public class BootLayer {
  public static void main(String[] args) throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    Thread t = new Thread(() -> {
      boolean described = String.class.getModule().getDescriptor().name().equals("java.base");
      done.set(described);
    });
    t.start();
    String when = done.get() ? "after" : "before";
    Module sql = ModuleLayer.boot().findModule("java.sql").get();
    System.out.println(when + " " + sql.getDescriptor().name() + " "
        + (sql == java.sql.Connection.class.getModule()));
    t.join();
  }
}
