// outcome: a
// outcome: ab
// outcome: ba

/** The program does not wait for a daemon. */
public class Daemons {
  public static void main(String[] args) {
    Thread d = new Thread(() -> System.out.print("b"));
    d.setDaemon(true);
    d.start();
    System.out.print("a");
  }
}
