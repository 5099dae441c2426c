// outcome: abab...abxyxy...xy 29
// outcome: xyxy...xyabab...ab 29

import java.nio.charset.StandardCharsets;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Two threads write to one Deflater. The search backtracks into the middle of its stream. */
public class SharedDeflater {
  static final Deflater DEFLATER = new Deflater();
  static final byte[] PACKED = new byte[100];
  static int used;

  static void write(String s) {
    byte[] bytes = s.repeat(20).getBytes(StandardCharsets.UTF_8);
    synchronized (DEFLATER) {
      DEFLATER.setInput(bytes);
      used += DEFLATER.deflate(PACKED, used, 50, Deflater.SYNC_FLUSH);
    }
  }

  public static void main(String[] args) throws InterruptedException, DataFormatException {
    Thread a = new Thread(() -> write("ab")), b = new Thread(() -> write("xy"));
    a.start();
    b.start();
    a.join();
    b.join();
    DEFLATER.finish();
    used += DEFLATER.deflate(PACKED, used, 20);
    Inflater i = new Inflater();
    i.setInput(PACKED, 0, used);
    byte[] out = new byte[100];
    String all = new String(out, 0, i.inflate(out), StandardCharsets.UTF_8);
    System.out.println(all.substring(0, 4) + "..." + all.substring(38, 44) + "..."
        + all.substring(78) + " " + used);
  }
}
