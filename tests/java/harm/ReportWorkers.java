import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The constructor starts the workers, and then creates the list that they write to. */
public class ReportWorkers {
  record Part(int number, String text) {}

  private final Thread[] workers;
  private List<Part> parts;

  ReportWorkers(int n) {
    workers = new Thread[n];
    for (int i = 0; i < n; i++) {
      int number = i;
      workers[i] = new Thread(() -> write(number));
      workers[i].start();
    }
    parts = Collections.synchronizedList(new ArrayList<>());
  }

  private void write(int number) {
    parts.add(new Part(number, "part " + number));
  }

  List<Part> result() throws InterruptedException {
    for (Thread worker : workers) {
      worker.join();
    }
    return parts;
  }

  public static void main(String[] args) throws InterruptedException {
    System.out.println(new ReportWorkers(2).result().size() + " parts");
  }
}
