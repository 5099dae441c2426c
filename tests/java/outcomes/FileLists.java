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
 * A folder is listed while another thread makes a file in it, gives it another name, and deletes
 * it: the list is that of one moment.
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
