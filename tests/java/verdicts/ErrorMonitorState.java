/** notify without the monitor: an error in every schedule. */
public class ErrorMonitorState {
  public static void main(String[] args) {
    new Object().notify();
  }
}
