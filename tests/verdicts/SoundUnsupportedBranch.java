/** Where one order of the threads leads to what heddle does not know, the others are searched all the same. */
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
