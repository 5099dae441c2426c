import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * java.util.zip: streams, deflaters for each level and strategy, dictionaries, buffers, damaged
 * input.
 */
public class ZipStreams {
  static final byte[] TEXT =
      "to be or not to be, that is the question; ".repeat(60).getBytes(StandardCharsets.UTF_8);

  static String sum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return bytes.length + ":" + Long.toHexString(crc.getValue());
  }

  static byte[] deflate(Deflater d, byte[] in, int piece) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[piece];
    d.setInput(in);
    d.finish();
    while (!d.finished()) out.write(buffer, 0, d.deflate(buffer));
    return out.toByteArray();
  }

  static byte[] inflate(Inflater i, byte[] in, int piece) throws DataFormatException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[piece];
    i.setInput(in);
    while (!i.finished()) out.write(buffer, 0, i.inflate(buffer));
    return out.toByteArray();
  }

  static void gzip() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(TEXT);
    }
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(out.toByteArray()))) {
      System.out.println("gzip " + out.size() + " " + Arrays.equals(TEXT, in.readAllBytes()));
    }
    byte[] damaged = out.toByteArray();
    damaged[damaged.length - 6] ^= 1;
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(damaged))) {
      in.readAllBytes();
    } catch (ZipException e) {
      System.out.println(e.getMessage());
    }
  }

  static void archive() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String name : new String[] {"a.txt", "dir/", "dir/b.txt"}) {
        ZipEntry e = new ZipEntry(name);
        e.setTime(1700000000000L);
        e.setComment("comment");
        zip.putNextEntry(e);
        if (!e.isDirectory()) zip.write(TEXT, 0, name.length() * 100);
        zip.closeEntry();
      }
      ZipEntry stored = new ZipEntry("stored");
      stored.setMethod(ZipEntry.STORED);
      stored.setSize(3);
      CRC32 crc = new CRC32();
      crc.update(TEXT, 0, 3);
      stored.setCrc(crc.getValue());
      zip.putNextEntry(stored);
      zip.write(TEXT, 0, 3);
    }
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(out.toByteArray()))) {
      for (ZipEntry e; (e = zip.getNextEntry()) != null; ) {
        byte[] content = zip.readAllBytes();
        System.out.println(
            e + " " + sum(content) + " " + e.getMethod() + " " + e.getCompressedSize());
      }
    }
  }

  static void levels() throws DataFormatException {
    byte[] noise = new byte[3000];
    new Random(5).nextBytes(noise);
    for (int level = 0; level <= 9; level += 3) {
      for (int strategy :
          new int[] {Deflater.DEFAULT_STRATEGY, Deflater.FILTERED, Deflater.HUFFMAN_ONLY}) {
        Deflater d = new Deflater(level, strategy == Deflater.FILTERED);
        d.setStrategy(strategy);
        byte[] packed = deflate(d, TEXT, 100);
        d.reset();
        byte[] second = deflate(d, noise, 999);
        Inflater i = new Inflater(strategy == Deflater.FILTERED);
        System.out.println(level + " " + strategy + " " + sum(packed) + " " + sum(second) + " "
            + d.getAdler() + " " + d.getBytesRead() + " "
            + Arrays.equals(inflate(i, packed, 77), TEXT) + " " + i.getTotalIn() + " "
            + i.getBytesWritten());
        i.reset();
        System.out.println(Arrays.equals(inflate(i, second, 1000), noise));
        i.end();
        d.end();
      }
    }
  }

  static void changing() {
    Deflater d = new Deflater();
    byte[] out = new byte[4000];
    d.setInput(TEXT, 0, 500);
    int n = d.deflate(out, 0, out.length, Deflater.SYNC_FLUSH);
    d.setLevel(Deflater.BEST_SPEED);
    d.setInput(TEXT, 500, 500);
    n += d.deflate(out, n, out.length - n, Deflater.FULL_FLUSH);
    System.out.println(
        n + " " + d.needsInput() + " " + d.deflate(out, n, 10) + " " + Arrays.hashCode(out));
    d.finish();
    n += d.deflate(out, n, out.length - n);
    System.out.println(n + " " + d.finished() + " " + d.getTotalOut());
  }

  static void dictionary() throws DataFormatException {
    byte[] words = "question that is the".getBytes(StandardCharsets.UTF_8);
    Deflater d = new Deflater();
    d.setDictionary(words);
    byte[] packed = deflate(d, Arrays.copyOf(TEXT, 50), 64);
    Inflater i = new Inflater();
    byte[] out = new byte[60];
    i.setInput(packed);
    System.out.println(
        packed.length + " " + i.inflate(out) + " " + i.needsDictionary() + " " + i.getAdler());
    try {
      i.setDictionary(new byte[] {1, 2});
    } catch (IllegalArgumentException e) {
      System.out.println("another dictionary");
    }
    i.setDictionary(words);
    System.out.println(i.inflate(out) + " " + new String(out, 0, 20, StandardCharsets.UTF_8) + " "
        + i.getRemaining());
  }

  static void buffers() throws DataFormatException {
    for (int kinds = 0; kinds < 4; kinds++) {
      ByteBuffer in = (kinds & 1) == 0 ? ByteBuffer.allocate(TEXT.length)
                                       : ByteBuffer.allocateDirect(TEXT.length);
      ByteBuffer out =
          (kinds & 2) == 0 ? ByteBuffer.allocate(1000) : ByteBuffer.allocateDirect(1000);
      in.put(TEXT).flip();
      Deflater d = new Deflater();
      d.setInput(in);
      d.finish();
      d.deflate(out);
      out.flip();
      Inflater i = new Inflater();
      i.setInput(out);
      in.clear();
      System.out.println(out + " " + i.inflate(in) + " " + in.flip().equals(ByteBuffer.wrap(TEXT)));
      Adler32 sum = new Adler32();
      sum.update(in);
      System.out.println(sum.getValue() + " " + i.getAdler());
    }
  }

  static void damaged() throws IOException {
    Inflater i = new Inflater();
    i.setInput(new byte[] {0x78, (byte) 0x9c, 7, 7, 7, 7});
    try {
      i.inflate(new byte[10]);
    } catch (DataFormatException e) {
      System.out.println(e.getMessage() + " " + i.getTotalIn());
    }
    i.end();
    try {
      i.inflate(new byte[1]);
    } catch (NullPointerException | DataFormatException e) {
      System.out.println(e.getMessage());
    }
    try {
      new InflaterInputStream(new ByteArrayInputStream(new byte[] {1, 2, 3})).read();
    } catch (ZipException e) {
      System.out.println(e.getMessage());
    }
    try {
      new InflaterInputStream(new ByteArrayInputStream(new byte[] {0x78})).read();
    } catch (IOException e) {
      System.out.println(e);
    }
  }

  public static void main(String[] args) throws Exception {
    gzip();
    archive();
    levels();
    changing();
    dictionary();
    buffers();
    damaged();
    CheckedInputStream checked =
        new CheckedInputStream(new ByteArrayInputStream(TEXT), new Adler32());
    checked.skip(100);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream d = new DeflaterOutputStream(out, true)) {
      for (int b; (b = checked.read()) >= 0; ) d.write(b);
      d.flush();
    }
    System.out.println(sum(out.toByteArray()) + " " + checked.getChecksum().getValue());
  }
}
