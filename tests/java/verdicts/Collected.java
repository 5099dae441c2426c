import java.lang.ref.WeakReference;

/** The program requests a garbage collection; references to garbage are not cleared. */
public class Collected {
  public static void main(String[] args) {
    WeakReference<Object> garbage = new WeakReference<>(new Object());
    if (args.length == 0) System.gc();
    if (garbage.get() != null) throw new IllegalStateException("still there");
  }
}
