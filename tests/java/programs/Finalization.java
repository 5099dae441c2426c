import java.lang.ref.WeakReference;

/** Requests that a program may make of the garbage collector and of finalizers. */
public class Finalization {
  @SuppressWarnings({"deprecation", "removal"})
  public static void main(String[] args) {
    Object kept = new Object();
    WeakReference<Object> weak = new WeakReference<>(kept);
    System.gc();
    Runtime.getRuntime().runFinalization();
    System.runFinalization();
    System.out.println(weak.get() == kept);
    System.out.println(java.nio.ByteBuffer.allocateDirect(16).capacity());
  }
}
