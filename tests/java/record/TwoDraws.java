/** Two threads take one number each from Math.random. */
public class TwoDraws {
  static double mine;
  static double its;

  public static void main(String[] args) throws Exception {
    Thread other = new Thread(() -> its = Math.random());
    other.start();
    mine = Math.random();
    other.join();
    System.out.println(mine < its);
  }
}
