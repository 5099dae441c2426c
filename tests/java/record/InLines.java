import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Two threads read lines of standard input, in any order. */
public class InLines {
  static int sum;
  static int words;
  static final Object lock = new Object();
  static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

  static void work() {
    try {
      for (; ; ) {
        String line;
        synchronized (lock) {
          line = in.readLine();
        }
        if (line == null) {
          return;
        }
        if (line.matches("[0-9]+")) {
          sum += Integer.parseInt(line);
        } else {
          synchronized (lock) {
            words += line.length();
          }
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws Exception {
    Thread a = new Thread(InLines::work);
    a.start();
    work();
    a.join();
    System.out.println(sum + " " + words);
  }
}
