/** Two threads that take one number each of Math's generator. */
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
