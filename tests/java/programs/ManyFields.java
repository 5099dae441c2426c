import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;

/**
 * A class with thousands of fields: its objects exceed 64 KB. The program writes the class file
 * itself.
 */
public class ManyFields {
  static final int FIELDS = 9000;

  static byte[] wide() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    String[] texts = {
        "Wide", null, "java/lang/Object", null, "<init>", "()V", null, null, "Code", "J"};
    out.writeInt(0xcafebabe);
    out.writeInt(52);
    out.writeShort(1 + texts.length + FIELDS);
    for (int i = 0; i < texts.length; i++) {
      switch (i) {
        case 1: case 3: // a class with the previous name
          out.writeByte(7);
          out.writeShort(i);
          break;
        case 6: // name and type
          out.writeByte(12);
          out.writeShort(5);
          out.writeShort(6);
          break;
        case 7: // method
          out.writeByte(10);
          out.writeShort(4);
          out.writeShort(7);
          break;
        default:
          out.writeByte(1);
          out.writeUTF(texts[i]);
      }
    }
    for (int i = 0; i < FIELDS; i++) {
      out.writeByte(1);
      out.writeUTF("f" + i);
    }
    for (int s : new int[] {0x21, 2, 4, 0, FIELDS}) out.writeShort(s);
    for (int i = 0; i < FIELDS; i++)
      for (int s : new int[] {1, texts.length + 1 + i, 10, 0}) out.writeShort(s);
    for (int s : new int[] {1, 1, 5, 6, 1, 9}) out.writeShort(s); // <init>() { super(); }
    out.writeInt(17);
    out.writeShort(1);
    out.writeShort(1);
    out.writeInt(5);
    out.write(new byte[] {0x2a, (byte) 0xb7, 0, 8, (byte) 0xb1});
    for (int i = 0; i < 3; i++) out.writeShort(0);
    return bytes.toByteArray();
  }

  public static void main(String[] args) throws Exception {
    byte[] bytes = wide();
    Class<?> wide = new ClassLoader() {
      Class<?> define() {
        return defineClass("Wide", bytes, 0, bytes.length);
      }
    }.define();
    Object a = wide.getConstructor().newInstance(), b = wide.getConstructor().newInstance();
    Field first = wide.getField("f0"), last = wide.getField("f" + (FIELDS - 1));
    first.setLong(a, 1);
    last.setLong(a, Long.MIN_VALUE);
    last.setLong(b, 5);
    System.out.println(first.getLong(a) + " " + last.getLong(a) + " " + first.getLong(b) + " "
        + last.getLong(b) + " " + wide.getField("f8500").get(a));
    System.out.println(wide.getFields().length);
  }
}
