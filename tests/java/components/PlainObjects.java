import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;

/** A factory of plain objects for a pool of commons-pool2. */
public class PlainObjects extends BasePooledObjectFactory<Object> {
  @Override
  public Object create() {
    return new Object();
  }

  @Override
  public PooledObject<Object> wrap(Object object) {
    return new DefaultPooledObject<>(object);
  }
}
