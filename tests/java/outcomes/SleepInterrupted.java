// outcome: slept, status true
// outcome: thrown, status false
// again: --por none
// again: --sleep-sets

/** An interrupt during a sleep ends it; an interrupt after the sleep stays pending. */
public class SleepInterrupted {
  public static void main(String[] args) throws InterruptedException {
    Thread main = Thread.currentThread();
    String how;
    Thread t = new Thread(main::interrupt);
    t.start();
    try {
      Thread.sleep(1);
      how = "slept";
    } catch (InterruptedException e) {
      how = "thrown";
    }
    try {
      t.join();
    } catch (InterruptedException e) {
      main.interrupt();
    }
    System.out.println(how + ", status " + main.isInterrupted());
  }
}
