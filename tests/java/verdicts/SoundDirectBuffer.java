import java.nio.ByteBuffer;

/** Off-heap memory is part of the state: either of two writers may be the last. */
public class SoundDirectBuffer {
  public static void main(String[] args) throws InterruptedException {
    ByteBuffer b = ByteBuffer.allocateDirect(8);
    Thread one = new Thread(() -> b.put(0, (byte) 1)), two = new Thread(() -> b.put(0, (byte) 2));
    one.start();
    two.start();
    one.join();
    two.join();
    if (b.get(0) == 1) throw new IllegalStateException("the first was last");
  }
}
