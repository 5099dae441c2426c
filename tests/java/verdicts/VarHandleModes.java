import java.lang.invoke.*; import java.util.concurrent.atomic.*;
public class VarHandleModes {
  int x, y;
  static final VarHandle X, Y;
  static {
    try {
      var l = MethodHandles.lookup();
      X = l.findVarHandle(VarHandleModes.class, "x", int.class);
      Y = l.findVarHandle(VarHandleModes.class, "y", int.class);
    } catch (Exception e) { throw new Error(e); }
  }
  public static void main(String[] a) throws Exception {
    VarHandleModes c = new VarHandleModes(); String mode = a[0];
    Thread t = new Thread(() -> {
      switch (mode) {
        case "plain": X.set(c, 1); break;
        case "vol":
          c.y = 1;
          X.setVolatile(c, 1);
          break;
        case "rel":
          c.y = 1;
          X.setRelease(c, 1);
          break;
        case "opq":
          c.y = 1;
          X.setOpaque(c, 1);
          break;
        case "lost": {
          int v = (int) X.getVolatile(c);
          X.setVolatile(c, v + 1);
          break;
        }
        case "atomic": X.getAndAdd(c, 1); break;
        case "cas": {
          int v;
          do { v = (int) X.getVolatile(c); } while (!X.compareAndSet(c, v, v + 1));
          break;
        }
      }
    });
    t.start();
    switch (mode) {
      case "plain": System.out.println((int) X.get(c)); break;
      case "vol":
        if ((int) X.getVolatile(c) == 1 && c.y != 1) throw new AssertionError();
        break;
      case "rel":
        if ((int) X.getAcquire(c) == 1 && c.y != 1) throw new AssertionError();
        break;
      case "opq":
        if ((int) X.getOpaque(c) == 1 && c.y != 1) throw new AssertionError();
        break;
      case "lost": {
        int v = (int) X.getVolatile(c);
        X.setVolatile(c, v + 1);
        t.join();
        if ((int) X.get(c) != 2) throw new AssertionError();
        break;
      }
      case "atomic":
        X.getAndAdd(c, 1);
        t.join();
        if (c.x != 2) throw new AssertionError();
        break;
      case "cas": {
        int v;
        do { v = (int) X.getVolatile(c); } while (!X.compareAndSet(c, v, v + 1));
        t.join();
        if (c.x != 2) throw new AssertionError();
        break;
      }
    }
  }
}
