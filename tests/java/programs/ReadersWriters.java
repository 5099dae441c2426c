import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayReader;
import java.io.CharArrayWriter;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.OutputStreamWriter;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.SequenceInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * java.io in memory: encodings, buffering, data streams, print streams other than System.out.
 */
public class ReadersWriters {
  public static void main(String[] args) throws IOException {
    StringWriter text = new StringWriter();
    try (PrintWriter w = new PrintWriter(text)) {
      w.printf("%5d|%-5s|%n", 42, "ab").append('c').println(1.5f);
      w.print(new char[] {'x', 'y'});
      w.println((Object) null);
    }
    System.out.print(text);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream old = System.out;
    System.setOut(new PrintStream(bytes, true, "UTF-8"));
    System.out.println("captured \u00e9\u20ac");
    System.out.printf("%08.3f", Math.E);
    System.setOut(old);
    System.out.println(bytes.size() + " " + bytes.toString(StandardCharsets.UTF_8));
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    DataOutputStream d = new DataOutputStream(data);
    d.writeInt(-2);
    d.writeUTF("h\u00e9\0");
    d.writeDouble(Double.MIN_VALUE);
    d.writeChars("ab");
    System.out.println(d.size() + " " + Arrays.toString(data.toByteArray()));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(data.toByteArray()));
    System.out.println(
        in.readInt() + in.readUTF().length() + " " + in.readDouble() + in.readChar());
    try {
      in.readLong();
    } catch (EOFException e) {
      System.out.println("EOF " + e.getMessage());
    }
    BufferedReader r = new BufferedReader(new InputStreamReader(new SequenceInputStream(
                                              new ByteArrayInputStream("one\r\ntw".getBytes()),
                                              new ByteArrayInputStream("o\n\nfour".getBytes()))),
        3);
    r.mark(10);
    System.out.println(r.readLine());
    r.reset();
    System.out.println(r.lines().map(s -> "[" + s + "]").toList());
    LineNumberReader l = new LineNumberReader(new StringReader("a\nb\rc"));
    while (l.read() >= 0) continue;
    System.out.println(l.getLineNumber());
    CharArrayWriter c = new CharArrayWriter();
    try (BufferedWriter b = new BufferedWriter(c)) {
      b.write("hello", 1, 3);
      b.newLine();
    }
    System.out.println(
        c.toString().length() + " " + (char) new CharArrayReader(c.toCharArray(), 1, 2).read());
    ByteArrayOutputStream utf16 = new ByteArrayOutputStream();
    try (OutputStreamWriter w = new OutputStreamWriter(utf16, "UTF-16LE")) {
      w.write("\ud83d\ude00!");
      System.out.println(w.getEncoding());
    }
    System.out.println(Arrays.toString(utf16.toByteArray()));
    PipedWriter to = new PipedWriter();
    PipedReader from = new PipedReader(to, 8);
    to.write("pipe");
    System.out.println((char) from.read() + "" + from.ready());
    StringReader closed = new StringReader("x");
    closed.close();
    try {
      closed.read();
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
  }
}
