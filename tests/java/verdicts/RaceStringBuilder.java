/** A StringBuilder shared by two threads. */
public class RaceStringBuilder {
  public static void main(String[] args) {
    StringBuilder text = new StringBuilder();
    new Thread(() -> text.append('a')).start();
    new Thread(() -> text.append('b')).start();
  }
}
