/** Two threads change two fields without a lock; no single run makes the races visible. */
public class TwoRaces {
  static int first, second;

  static void change() {
    first++;
    second++;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(TwoRaces::change);
    other.start();
    second++;
    first++;
    other.join();
  }
}
