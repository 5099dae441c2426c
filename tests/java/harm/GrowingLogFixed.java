import java.util.Arrays;

/** A log: adding to it is synchronized, and so is looking at the last entry. */
public class GrowingLogFixed {
  private String[] entries = new String[1];
  private int count;

  synchronized void add(String entry) {
    if (count == entries.length) {
      entries = Arrays.copyOf(entries, 2 * count);
    }
    entries[count] = entry;
    count++;
  }

  synchronized String last() {
    return count == 0 ? "" : entries[count - 1].trim();
  }

  public static void main(String[] args) throws InterruptedException {
    GrowingLogFixed log = new GrowingLogFixed();
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
