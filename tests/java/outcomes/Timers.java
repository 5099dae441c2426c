// outcome: ran
// outcome: cancelled

import java.util.Timer;
import java.util.TimerTask;

/** A Timer's task runs or is cancelled first; cancelling the timer ends its thread. */
public class Timers {
  static volatile String log = "cancelled";

  public static void main(String[] args) throws InterruptedException {
    Timer t = new Timer();
    TimerTask task = new TimerTask() {
      @Override
      public void run() {
        log = "ran";
      }
    };
    t.schedule(task, 1);
    Thread.sleep(2);
    boolean never = task.cancel();
    t.cancel();
    System.out.println(never ? "cancelled" : "ran");
  }
}
