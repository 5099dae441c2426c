/**
 * While objects are locked, they move closer to the statics and away again. The same happens to
 * objects that are referenced from a thread's own frames.
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
