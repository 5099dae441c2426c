// outcome: 0 5
// outcome: 5 5
// again: --search dpor
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A thread writes through a mapping of a file while another thread reads the file. */
public class MappedByBoth {
  public static void main(String[] args) throws Exception {
    Path file = Files.createTempFile("mapped", null);
    FileChannel c = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    MappedByteBuffer mapped = c.map(MapMode.READ_WRITE, 0, 4);
    Thread t = new Thread(() -> mapped.put(0, (byte) 5));
    t.start();
    int before = Files.readAllBytes(file)[0];
    t.join();
    System.out.println(before + " " + Files.readAllBytes(file)[0]);
    c.close();
    Files.delete(file);
  }
}
