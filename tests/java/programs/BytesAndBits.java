import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;

/** Buffers of java.nio: views, byte orders, slices, exceptions; bit manipulation. */
public class BytesAndBits {
  static void attempt(Runnable r) {
    try {
      r.run();
      System.out.println("fine");
    } catch (RuntimeException e) {
      System.out.println(e.getClass().getSimpleName());
    }
  }

  public static void main(String[] args) {
    for (ByteBuffer b : new ByteBuffer[] {ByteBuffer.allocate(24), ByteBuffer.allocateDirect(24)}) {
      b.putShort((short) -2)
          .putChar('x')
          .putFloat(1.5f)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putInt(0x01020304)
          .putDouble(-0.0);
      b.flip();
      byte[] all = new byte[b.remaining()];
      b.get(all).rewind();
      System.out.println(Arrays.toString(all) + b.isDirect() + b.hasArray() + b.position()
          + b.limit() + b.capacity());
      System.out.println(b.order(ByteOrder.BIG_ENDIAN).getShort() + "" + b.getChar() + b.getFloat()
          + b.mark().position() + b.getInt() + b.reset().position()
          + b.order(ByteOrder.LITTLE_ENDIAN).getInt() + b.getDouble() + b.hasRemaining());
      b.clear().position(4);
      ByteBuffer s = b.slice(), d = b.duplicate(), r = b.asReadOnlyBuffer();
      s.put(0, (byte) 77);
      System.out.println(b.get(4) + " " + s.capacity() + d.position() + r.get(4) + s.compareTo(d)
          + s.equals(d) + s.hashCode() + b.compact().position());
      attempt(() -> r.put((byte) 1));
      attempt(() -> { d.limit(5); d.getLong(); });
      attempt(() -> s.position(30));
      attempt(() -> ByteBuffer.allocate(1).putInt(1));
      IntBuffer ints = b.clear().order(ByteOrder.BIG_ENDIAN).asIntBuffer();
      ints.put(new int[] {1, -1, 7}).flip();
      System.out.println(ints.get(2) + " " + ints.remaining() + b.getLong(0));
    }
    CharBuffer c = CharBuffer.wrap("hello").subSequence(1, 4);
    System.out.println(c + " " + c.length() + c.charAt(0)
        + ByteBuffer.wrap(new byte[] {1, 2, 3}, 1, 2).arrayOffset()
        + ByteBuffer.wrap(new byte[] {1, 2, 3}, 1, 2).slice().arrayOffset());
    int x = 0b1011_0000;
    long mask = 0xffff_0000_ffffL;
    System.out.println((x & -x) + " " + (x & x - 1) + Integer.toBinaryString(x >>> 4)
        + Long.bitCount(mask) + Integer.lowestOneBit(x) + Long.rotateLeft(mask, 8)
        + Integer.parseInt("-7f", 16) + Integer.toUnsignedLong(-1) + Byte.toUnsignedInt((byte) -1)
        + Short.reverseBytes((short) 0x1234) + 017 + 0b11 + 1_000 + '\u0041'
        + "\u0041\101\t".length());
  }
}
