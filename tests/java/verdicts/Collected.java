import java.lang.ref.WeakReference;

/** Garbage that the program asks to be collected: references to it are not cleared. */
public class Collected {
  public static void main(String[] args) {
    WeakReference<Object> garbage = new WeakReference<>(new Object());
    if (args.length == 0) System.gc();
    if (garbage.get() != null) throw new IllegalStateException("still there");
  }
}
