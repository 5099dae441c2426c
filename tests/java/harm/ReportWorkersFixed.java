import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The constructor creates the list before it starts the workers that write to it. */
public class ReportWorkersFixed {
  record Part(int number, String text) {}

  private final Thread[] workers;
  private List<Part> parts;

  ReportWorkersFixed(int n) {
    parts = Collections.synchronizedList(new ArrayList<>());
    workers = new Thread[n];
    for (int i = 0; i < n; i++) {
      int number = i;
      workers[i] = new Thread(() -> write(number));
      workers[i].start();
    }
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
    System.out.println(new ReportWorkersFixed(2).result().size() + " parts");
  }
}
