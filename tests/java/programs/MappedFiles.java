import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Memory-mapped files: writes through the mapping are visible in the file, and vice versa. */
public class MappedFiles {
  static String text(ByteBuffer b) {
    byte[] bytes = new byte[b.remaining()];
    b.duplicate().get(bytes);
    return new String(bytes);
  }

  public static void main(String[] args) throws Exception {
    Path file = Files.createTempFile("mapped", ".bin");
    Files.write(file, "0123456789".getBytes());
    try (FileChannel c = FileChannel.open(file, StandardOpenOption.READ)) {
      MappedByteBuffer all = c.map(MapMode.READ_ONLY, 0, c.size());
      System.out.println(text(all) + " " + all.isReadOnly() + " " + all.isDirect() + " " + all.load().isLoaded());
      System.out.println(text(c.map(MapMode.READ_ONLY, 3, 4)) + " " + c.map(MapMode.READ_ONLY, 2, 0).capacity());
    }
    try (FileChannel c = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer own = c.map(MapMode.PRIVATE, 0, 10);
      own.put(0, (byte) 'p');
      System.out.println(text(own) + " " + Files.readString(file));
    }
    Path other = Files.createTempFile("other", ".bin");
    MappedByteBuffer written;
    try (RandomAccessFile f = new RandomAccessFile(other.toFile(), "rw")) {
      written = f.getChannel().map(MapMode.READ_WRITE, 0, 8);
      System.out.println(f.length());
      written.put("mapped".getBytes());
      f.seek(2);
      System.out.println((char) f.read());
      f.seek(4);
      f.write('E');
      System.out.println((char) written.get(4) + " " + text(written.rewind()).replace('\0', '.'));
    }
    written.put(0, (byte) 'M');
    written.force();
    System.out.println(Files.readString(other).replace('\0', '.'));
    Files.copy(other, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    System.out.println(Files.size(file) + " " + Arrays.toString(Files.readAllBytes(file)));
    Thread t = new Thread(() -> written.putInt(4, 7));
    t.start();
    t.join();
    System.out.println(Arrays.toString(Files.readAllBytes(other)));
    try (FileChannel c = FileChannel.open(other, StandardOpenOption.READ)) {
      c.map(MapMode.READ_WRITE, 0, 4);
    } catch (java.nio.channels.NonWritableChannelException e) {
      System.out.println("not writable");
    }
    Files.delete(file);
    Files.delete(other);
    System.out.println(written.get(0));
  }
}
