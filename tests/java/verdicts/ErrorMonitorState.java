/** notify without the lock: an error under every schedule. */
public class ErrorMonitorState {
  public static void main(String[] args) {
    new Object().notify();
  }
}
