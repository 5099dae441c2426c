/** A user class (cli/contracts): an element that moves is at both places for a moment. */
public class OwnPair {
  private volatile int left = 1;
  private volatile int right;

  public void pass() {
    right = 1;
    left = 0;
  }

  public void back() {
    right = 0;
    left = 1;
  }

  public int left() {
    return left;
  }

  public int right() {
    return right;
  }

  public static void main(String[] args) throws Exception {
    OwnPair pair = new OwnPair();
    Thread other = new Thread(pair::pass);
    other.start();
    int right = pair.right(), left = pair.left();
    assert right == 0 || left == 0 : "at both places";
    other.join();
  }
}
