import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;

/** A GenericObjectPool with default settings: registered with the platform MBean server. */
public class PoolManaged {
  public static void main(String[] args) throws Exception {
    GenericObjectPool<StringBuilder> pool =
        new GenericObjectPool<>(new BasePooledObjectFactory<StringBuilder>() {
          @Override
          public StringBuilder create() {
            return new StringBuilder("item");
          }
          @Override
          public PooledObject<StringBuilder> wrap(StringBuilder s) {
            return new DefaultPooledObject<>(s);
          }
        });
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = pool.getJmxName();
    StringBuilder item = pool.borrowObject();
    System.out.println(name + " " + server.isRegistered(name) + " "
        + server.getAttribute(name, "NumActive") + " " + server.getAttribute(name, "MaxTotal") + " "
        + server.getAttribute(name, "FactoryType"));
    pool.returnObject(item);
    System.out.println(server.getAttribute(name, "NumActive") + " "
        + server.getAttribute(name, "NumIdle") + " " + item);
    try (GenericObjectPool<StringBuilder> second = new GenericObjectPool<>(pool.getFactory())) {
      System.out.println(second.getJmxName());
    }
    pool.close();
    System.out.println(server.isRegistered(name));
  }
}
