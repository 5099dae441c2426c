/** Main keeps writing after it has started the reader. */
public class RaceAfterStart {
  int field;

  public static void main(String[] args) {
    RaceAfterStart shared = new RaceAfterStart();
    shared.field = 1;
    new Thread(() -> System.out.println(shared.field > 5)).start();
    shared.field = 2;
  }
}
