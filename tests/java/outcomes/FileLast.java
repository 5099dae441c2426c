// outcome: a
// outcome: b
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;

/** Two threads write to one file. Only the file's final contents show which thread wrote last. */
public class FileLast {
  static File f;

  static void write(char c) {
    try (FileOutputStream out = new FileOutputStream(f)) {
      out.write(c);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws Exception {
    f = Files.createTempFile("last", null).toFile();
    Thread a = new Thread(() -> write('a')), b = new Thread(() -> write('b'));
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(Files.readString(f.toPath()));
    f.delete();
  }
}
