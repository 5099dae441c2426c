import com.fasterxml.jackson.core.io.SerializedString;
import java.util.List;

/**
 * Two threads look at the quoted form of the same names. SerializedString keeps it in a plain field.
 * A thread that finds none makes it again, with the same contents.
 */
public class JacksonQuoted {
  static final List<SerializedString> NAMES =
      List.of(new SerializedString("price"), new SerializedString("a \"name\""));

  public static void main(String[] args) throws InterruptedException {
    Thread[] readers = new Thread[2];
    for (int i = 0; i < readers.length; i++) {
      readers[i] = new Thread(JacksonQuoted::read);
      readers[i].start();
    }
    for (Thread reader : readers) {
      reader.join();
    }
  }

  static void read() {
    int length = 0;
    for (SerializedString name : NAMES) {
      length += name.asQuotedChars().length;
    }
    if (length != 15) {
      throw new AssertionError("" + length);
    }
  }
}
