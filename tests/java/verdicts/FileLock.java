import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Threads share files: a lock file made by "exists" (check, then act) or by "create"
 * (createNewFile), and the cases "cache" and "copy" below.
 */
public class FileLock {
  static volatile int inside;

  static boolean enter(File lock, boolean atomic) throws IOException {
    if (atomic) return lock.createNewFile();
    if (lock.exists()) return false;
    new FileOutputStream(lock).close();
    return true;
  }

  static void section(File lock, boolean atomic) {
    try {
      if (!enter(lock, atomic)) return;
      inside++;
      assert inside == 1 : "inside " + inside;
      inside--;
      lock.delete();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /* A thread that finds no file writes it, and the other may read an incomplete file. With "whole",
   * the file is moved into place. */
  static String load(Path file, boolean whole) throws IOException {
    if (Files.exists(file)) return Files.readString(file);
    if (!whole) {
      Files.writeString(file, "content");
    } else {
      Path part = Files.createTempFile("part", null);
      Files.writeString(part, "content");
      Files.move(part, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }
    return "content";
  }

  static void cache(Path file, boolean whole) {
    try {
      String s = load(file, whole);
      assert s.equals("content") : "read '" + s + "'";
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws Exception {
    File lock = new File("/tmp/lock");
    boolean files = args[0].equals("cache") || args[0].equals("moved");
    Runnable r = files ? ()
        -> cache(lock.toPath(), args[0].equals("moved"))
        : () -> section(lock, args[0].equals("create"));
    Thread t = new Thread(r);
    t.start();
    r.run();
    t.join();
    assert files == lock.exists();
  }
}
