import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Scanner;

/** Reads a file of its own class path in every possible way. Argument: the file. */
public class Own {
  public static void main(String[] args) throws Exception {
    File f = new File(args[0]);
    Path p = Path.of(args[0]);
    try (BufferedReader r = new BufferedReader(new FileReader(f))) {
      System.out.println(r.readLine());
    }
    try (RandomAccessFile r = new RandomAccessFile(f, "r")) {
      r.seek(2);
      System.out.println(r.length() + " " + (char) r.read());
    }
    System.out.println(new Scanner(f).nextLine());
    System.out.println(f.exists() + " " + f.isFile() + " " + f.length() + " " + f.canWrite());
    System.out.println(
        Arrays.asList(f.getAbsoluteFile().getParentFile().list()).contains(f.getName()));
    System.out.println(
        Files.readAllLines(p) + " " + Files.readString(p).length() + " " + Files.lines(p).count());
    System.out.println(Files.size(p) + " " + Files.exists(p) + " "
        + Files.isDirectory(p.toAbsolutePath().getParent()));
    System.out.println(new String(Files.newInputStream(p).readAllBytes()).trim().length());
  }
}
