import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * A class that javac cannot write: a handler catches the exception of its method and rethrows it
 * inside the handler's own range.
 */
class ThrowsForEver extends ClassLoader {
  private static final int ACONST_NULL = 1, ATHROW = 191, NOP = 0;

  static Class<?> make() throws IOException {
    byte[] b = bytes();
    return new ThrowsForEver().defineClass("Again", b, 0, b.length);
  }

  private static byte[] bytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0xCAFEBABE);
    out.writeInt(49);
    out.writeShort(8);
    String[] names = {"Again", "java/lang/Object", "run", "()V", "Code"};
    for (String name : names) {
      out.writeByte(1);
      out.writeUTF(name);
    }
    for (int name = 1; name <= 2; name++) { // constants 6 and 7
      out.writeByte(7);
      out.writeShort(name);
    }
    for (int v : new int[] {0x21, 6, 7, 0, 0, 1, 9, 3, 4, 1, 5}) out.writeShort(v);
    out.writeInt(12 + 4 + 8);
    for (int v : new int[] {1, 0}) out.writeShort(v);
    out.writeInt(4);
    for (int op : new int[] {ACONST_NULL, ATHROW, NOP, ATHROW}) out.writeByte(op);
    for (int v : new int[] {1, 0, 4, 2, 0, 0, 0}) out.writeShort(v);
    return bytes.toByteArray();
  }
}
