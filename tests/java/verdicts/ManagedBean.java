import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * A bean of the platform MBean server, used concurrently: "broken" without a lock, "fine" with
 * one, "alone" after all threads have ended.
 */
public class ManagedBean {
  public interface TotalMBean {
    int getTotal();
  }

  static class Total implements TotalMBean {
    private int total;
    private final boolean locked;
    Total(boolean locked) { this.locked = locked; }
    void add() { if (locked) { synchronized (this) { total++; } } else { total++; } }
    @Override public int getTotal() { synchronized (this) { return total; } }
  }

  public static void main(String[] args) throws Exception {
    Total total = new Total(!args[0].equals("broken"));
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("test:type=Total");
    server.registerMBean(total, name);
    Thread t = new Thread(total::add);
    t.start();
    total.add();
    t.join();
    int seen = (Integer) server.getAttribute(name, "Total");
    assert seen == 2 : "total " + seen;
    server.unregisterMBean(name);
  }
}
