import java.util.Arrays;

/** A log: adding to it is synchronized, looking at the last entry is not. */
public class GrowingLog {
  private String[] entries = new String[1];
  private int count;

  synchronized void add(String entry) {
    if (count == entries.length) {
      entries = Arrays.copyOf(entries, 2 * count);
    }
    entries[count] = entry;
    count++;
  }

  String last() {
    return count == 0 ? "" : entries[count - 1].trim();
  }

  public static void main(String[] args) throws InterruptedException {
    GrowingLog log = new GrowingLog();
    log.add("started ");
    Thread[] writers = new Thread[2];
    for (int i = 0; i < writers.length; i++) {
      String entry = "writer " + i + " ";
      writers[i] = new Thread(() -> log.add(entry));
      writers[i].start();
    }
    System.out.println("last: " + log.last());
    for (Thread writer : writers) {
      writer.join();
    }
  }
}
