public class GoodBuffer {
  private final Object[] items = new Object[1];
  private int count;
  public synchronized void put(Object x) throws InterruptedException {
    while (count == items.length) wait();
    items[0] = x;
    count++;
    notifyAll();
  }
  public synchronized Object take() throws InterruptedException {
    while (count == 0) wait();
    Object x = items[0];
    items[0] = null;
    count--;
    notifyAll();
    return x;
  }
}
