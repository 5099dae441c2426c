/** If one order of the threads reaches unsupported code, the other orders are still searched. */
public class SoundUnsupportedBranch {
  static volatile boolean first;

  static native void unknown();

  public static void main(String[] args) {
    new Thread(() -> {
      if (first) unknown();
      else if (args.length > 0) throw new IllegalStateException("found all the same");
    }).start();
    first = true;
  }
}
