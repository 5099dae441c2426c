import java.io.File;

/**
 * Counts the files in the folder for temporary files. In heddle it is empty, in a JVM it is not. So
 * the error here, which is that it is empty, is not seen in a JVM. The argument says where the
 * program keeps the number until then.
 */
public class TemporaryFiles {
  private static long all;
  private double share;

  private static int count() {
    return new File(System.getProperty("java.io.tmpdir")).list().length;
  }

  private static void inLocal() throws InterruptedException {
    int files = count();
    Thread t = new Thread(() -> refuse(files));
    t.start();
    t.join();
  }

  private static void inStatic() throws InterruptedException {
    all = count();
    Thread t = new Thread(() -> refuse(all));
    t.start();
    t.join();
  }

  private void inField() throws InterruptedException {
    share = count() / 4.0;
    Thread t = new Thread(() -> refuse(share));
    t.start();
    t.join();
    System.out.println(share); // until here `this` is in use
  }

  private static void refuse(double files) {
    if (files == 0) {
      throw new IllegalStateException("no files");
    }
  }

  public static void main(String[] args) throws InterruptedException {
    switch (args[0]) {
      case "local" -> inLocal();
      case "static" -> inStatic();
      default -> new TemporaryFiles().inField();
    }
  }
}
