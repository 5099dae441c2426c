import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** In-memory readers, writers and streams, character sets, Base64, a small interpreter. */
public class TextProcessing {
  static int evaluate(String source) {
    int[] stack = new int[20];
    int top = 0;
    for (String token : source.trim().split("\\s+")) {
      switch (token) {
        case "+" -> { top--; stack[top - 1] += stack[top]; }
        case "-" -> { top--; stack[top - 1] -= stack[top]; }
        case "*" -> { top--; stack[top - 1] *= stack[top]; }
        case "dup" -> { stack[top] = stack[top - 1]; top++; }
        default -> stack[top++] = Integer.parseInt(token);
      }
    }
    return stack[0];
  }

  public static void main(String[] args) throws IOException {
    BufferedReader reader = new BufferedReader(new StringReader("one two\nthree\n\nlast"));
    Map<Integer, String> lines = new TreeMap<>();
    String line;
    while ((line = reader.readLine()) != null) {
      lines.put(lines.size(), line);
    }
    System.out.println(lines);
    StringWriter writer = new StringWriter();
    PrintWriter print = new PrintWriter(writer);
    print.printf("%d-%s|", 5, "x");
    print.print('c');
    print.println(2.5);
    print.flush();
    System.out.print(writer);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(-2);
    out.writeLong(1L << 40);
    out.writeDouble(2.5);
    out.writeUTF("d\u00e4ta");
    out.writeByte(300);
    DataInputStream data = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    System.out.println(bytes.size() + " " + data.readInt() + " " + data.readLong() + " " + data.readDouble() + " " + data.readUTF()
        + " " + data.readUnsignedByte() + " " + data.read());
    ByteArrayOutputStream sink = new ByteArrayOutputStream();
    PrintStream ps = new PrintStream(sink, true, "UTF-8");
    ps.print("\u20ac");
    ps.println(true);
    System.out.println(sink.size() + " " + sink.toString("UTF-8").trim());
    System.out.println(Base64.getEncoder().encodeToString("heddle?".getBytes(StandardCharsets.US_ASCII)) + " "
        + new String(Base64.getDecoder().decode("b2s="), StandardCharsets.ISO_8859_1));
    System.out.println("\u00e9\u4e2d\ud83d\ude00".getBytes(StandardCharsets.UTF_8).length + " " + "\u00e9".getBytes(StandardCharsets.ISO_8859_1)[0]
        + " " + new String(new byte[] {(byte) 0xff, 65}, StandardCharsets.UTF_8).charAt(1));
    System.out.println(evaluate("3 dup * 4 dup * + 5 -"));
    System.out.print('c');
    System.out.print(1L);
    System.out.print(2.5f);
    System.out.print(new char[] {'x', 'y'});
    System.out.print((Object) null);
    System.out.println();
    System.out.println(new char[] {'o', 'k'});
    System.out.write('w');
    System.out.write("rite\n".getBytes(), 0, 5);
    System.out.append("append").append('!').append("abc", 1, 2).println();
    System.out.println("unicode \u00e4\u4e2d\ud83d\ude00 out");
    System.err.println("to standard error");
  }
}
