/** Two fields that two threads change, each without a lock: no run shows it by itself. */
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
