import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * Byte streams of the program's own: filters, run-length coding, checksums, exceptions in close,
 * transferTo.
 */
public class ByteCounts {
  static class Counting extends FilterOutputStream {
    int n;
    Counting(OutputStream o) { super(o); }
    @Override public void write(int b) throws IOException { n++; super.write(b); }
    @Override
    public void close() throws IOException {
      super.close();
      throw new IOException("close after " + n);
    }
  }

  static class Upper extends FilterInputStream {
    Upper(InputStream i) { super(i); }
    @Override
    public int read() throws IOException {
      int c = super.read();
      return c < 0 ? c : Character.toUpperCase(c);
    }
    @Override public int read(byte[] b, int off, int len) throws IOException {
      int n = super.read(b, off, len);
      for (int i = off; i < off + n; i++) b[i] = (byte) Character.toUpperCase(b[i]);
      return n;
    }
  }

  static byte[] encode(byte[] in) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0, j; i < in.length; i = j) {
      for (j = i; j < in.length && in[j] == in[i] && j - i < 255; j++) continue;
      out.write(j - i);
      out.write(in[i]);
    }
    return out.toByteArray();
  }

  public static void main(String[] args) throws IOException {
    ByteArrayOutputStream sink = new ByteArrayOutputStream();
    try (Counting c = new Counting(sink);
         InputStream in = new Upper(new ByteArrayInputStream("some text".getBytes()))) {
      System.out.println(in.transferTo(c));
      throw new UncheckedIOException(new IOException("inside"));
    } catch (UncheckedIOException e) {
      System.out.println(e.getMessage() + e.getSuppressed()[0].getMessage() + sink);
    }
    System.out.println(encode("aaabccccd".getBytes()).length + " " + encode(new byte[600]).length);
    CheckedInputStream checked = new CheckedInputStream(
        new ByteArrayInputStream("checksum".getBytes(StandardCharsets.US_ASCII)), new CRC32());
    byte[] all = checked.readAllBytes();
    Adler32 adler = new Adler32();
    adler.update(all, 2, 4);
    System.out.println(checked.getChecksum().getValue() + " " + adler.getValue());
    PushbackInputStream p =
        new PushbackInputStream(new ByteArrayInputStream(new byte[] {1, 2, 3}), 2);
    p.unread(new byte[] {8, 9});
    System.out.println(p.read() + p.read() * 10 + p.available() + " " + p.readNBytes(2).length
        + p.markSupported());
    try {
      InputStream.nullInputStream().skipNBytes(1);
    } catch (IOException e) {
      System.out.println(e.getClass().getSimpleName());
    }
  }
}
