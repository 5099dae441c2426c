/**
 * Objects that threads lock come nearer to the statics and go farther again while they are locked,
 * and so do those that a thread's own frames refer to.
 */
public class Renamed {
  static final Object[] far = {new Object(), new Object()};
  static volatile Object near;

  static void move(int from, int to) {
    Object o = far[from];
    synchronized (o) {
      near = o;
      far[to] = o;
      near = null;
      far[from] = o;
      near = far[to];
    }
  }

  public static void main(String[] args) {
    new Thread(() -> move(0, 1)).start();
    new Thread(() -> move(1, 0)).start();
    move(0, 0);
  }
}
