// args: print
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/**
 * Two threads share a GenericObjectPool of one object: they never hold it at the same time.
 * "broken" returns the object while it is in use.
 */
public class PoolShared {
  static int made;

  static final class Item {
    final int number = ++made;
    int holders;
  }

  static GenericObjectPool<Item> pool(int max) {
    GenericObjectPoolConfig<Item> config = new GenericObjectPoolConfig<>();
    config.setMaxTotal(max);
    config.setJmxEnabled(false);
    return new GenericObjectPool<>(new BasePooledObjectFactory<>() {
      @Override public Item create() { return new Item(); }
      @Override public PooledObject<Item> wrap(Item i) { return new DefaultPooledObject<>(i); }
    }, config);
  }

  static void use(GenericObjectPool<Item> pool, boolean early) {
    try {
      Item i = pool.borrowObject();
      if (early) pool.returnObject(i);
      i.holders++;
      assert i.holders == 1 : "held by " + i.holders;
      i.holders--;
      if (!early) pool.returnObject(i);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws Exception {
    boolean broken = args[0].equals("broken");
    GenericObjectPool<Item> pool = pool(1);
    if (args[0].equals("print")) {
      List<Item> held = new ArrayList<>();
      GenericObjectPool<Item> two = pool(2);
      held.add(two.borrowObject());
      held.add(two.borrowObject());
      System.out.println(two.getNumActive() + " " + two.getNumIdle() + " " + made);
      held.forEach(two::returnObject);
      System.out.println(
          two.getNumActive() + " " + two.getNumIdle() + " " + two.borrowObject().number);
      two.close();
    }
    Thread t = new Thread(() -> use(pool, broken));
    t.start();
    use(pool, broken);
    t.join();
    System.out.println(pool.getNumIdle() + " idle, " + pool.getBorrowedCount() + " borrowed");
    pool.close();
  }
}
