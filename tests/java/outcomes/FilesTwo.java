// outcome: got 1, there none
// outcome: got 12, there none
// outcome: got empty, there none
// outcome: got none, there 12
// outcome: got none, there none
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.nio.file.Files;

/**
 * One thread creates a file and writes two bytes. Another thread reads the file and renames it;
 * it may see any stage of the file.
 */
public class FilesTwo {
  static String got;

  public static void main(String[] args) throws Exception {
    File f = File.createTempFile("two", ".txt"), g = new File(f.getPath() + ".2");
    f.delete();
    Thread reader = new Thread(() -> {
      byte[] b = new byte[8];
      try (FileInputStream in = new FileInputStream(f)) {
        int n = in.read(b);
        got = n < 0 ? "empty" : new String(b, 0, n);
      } catch (FileNotFoundException e) {
        got = "none";
      } catch (Exception e) {
        got = e.toString();
      }
      f.renameTo(g);
    });
    reader.start();
    try (FileOutputStream out = new FileOutputStream(f)) {
      out.write('1');
      out.write('2');
    }
    reader.join();
    String there = f.exists() ? new String(Files.readAllBytes(f.toPath())) : "none";
    f.delete();
    g.delete();
    System.out.println("got " + got + ", there " + there);
  }
}
