import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** Charsets, malformed input, Base64, hexadecimal. */
public class Encodings {
  public static void main(String[] args) throws Exception {
    String s = "a\u00e9\u20ac\ud83d\ude00";
    for (String name : new String[] {"UTF-8", "UTF-16", "UTF-16BE", "UTF-32", "ISO-8859-1",
             "US-ASCII", "windows-1252", "ISO-8859-15", "Shift_JIS", "IBM437", "GBK"})
      System.out.println(name + " " + Arrays.toString(s.getBytes(name)) + " "
          + new String(s.getBytes(name), name).equals(s));
    System.out.println(
        new String(new byte[] {'a', (byte) 0xc3, 'b', (byte) 0xff, (byte) 0xe2, (byte) 0x82},
            StandardCharsets.UTF_8)
            .codePoints()
            .boxed()
            .toList());
    try {
      StandardCharsets.UTF_8.newDecoder().decode(
          ByteBuffer.wrap(new byte[] {(byte) 0xc0, (byte) 0x80}));
    } catch (CharacterCodingException e) {
      System.out.println(e);
    }
    System.out.println(StandardCharsets.US_ASCII.newEncoder()
                           .onUnmappableCharacter(CodingErrorAction.REPLACE)
                           .replaceWith(new byte[] {'#'})
                           .encode(CharBuffer.wrap("x\u00e9y"))
                           .remaining());
    System.out.println(StandardCharsets.ISO_8859_1.newEncoder().canEncode('\u20ac') + " "
        + Charset.forName("latin1").name() + " " + Charset.isSupported("utf8") + " "
        + Charset.defaultCharset());
    try {
      Charset.forName("no-such");
    } catch (UnsupportedCharsetException e) {
      System.out.println(e);
    }
    byte[] b = new byte[50];
    for (int i = 0; i < b.length; i++) b[i] = (byte) (i * 37);
    System.out.println(Base64.getEncoder().encodeToString(b) + " "
        + Base64.getUrlEncoder().withoutPadding().encodeToString(b));
    System.out.print(Base64.getMimeEncoder(20, new byte[] {'\n'}).encodeToString(b) + "\n");
    System.out.println(
        Arrays.equals(b, Base64.getMimeDecoder().decode(Base64.getMimeEncoder().encode(b))));
    try {
      Base64.getDecoder().decode("ab$=");
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(HexFormat.ofDelimiter(":").withUpperCase().formatHex(b, 0, 5) + " "
        + Arrays.toString(HexFormat.of().parseHex("00ff7f")) + Integer.toHexString(-1)
        + Long.toString(-255, 16));
  }
}
