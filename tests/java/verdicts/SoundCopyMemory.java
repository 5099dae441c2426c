import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A copy to or from off-heap memory is made piece by piece: another thread may see a part of it.
 * Either direction is tested.
 */
public class SoundCopyMemory {
  public static void main(String[] args) throws InterruptedException {
    ByteBuffer b = ByteBuffer.allocateDirect(16);
    byte[] ones = new byte[16], seen = new byte[16];
    Arrays.fill(ones, (byte) 1);
    Thread t = new Thread(() -> b.duplicate().put(ones));
    t.start();
    if (args[0].equals("into")) {
      seen[0] = b.get(0);
      seen[15] = b.get(15);
    } else {
      b.duplicate().get(seen);
    }
    t.join();
    assert seen[0] == 0 || seen[15] == 1 : "torn";
  }
}
