// outcome: [] false
// outcome: [a] false
// outcome: [b] false
// outcome: [b] true
// outcome: [] true
// outcome: [a] true
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A thread lists a folder while another creates, renames and deletes a file in it. The list is a
 * snapshot of one moment.
 */
public class FileLists {
  static String[] seen;
  static boolean was;

  public static void main(String[] args) throws Exception {
    Path dir = Files.createTempDirectory("lists");
    File a = dir.resolve("a").toFile(), b = dir.resolve("b").toFile();
    Thread t = new Thread(() -> {
      seen = dir.toFile().list();
      was = b.exists();
    });
    t.start();
    a.createNewFile();
    a.renameTo(b);
    b.delete();
    t.join();
    Files.delete(dir);
    System.out.println(Arrays.toString(seen) + " " + was);
  }
}
