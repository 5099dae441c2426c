/**
 * The number of threads created so far is part of the state: the next thread's name shows it.
 */
public class SoundThreadNames {
  static volatile boolean extra;

  static int number() {
    return Integer.parseInt(new Thread().getName().substring(7));
  }

  static void work(Thread main) {
    int first = number();
    if (extra) new Thread();
    try {
      main.join();
    } catch (InterruptedException e) {
      return;
    }
    if (number() == first + 1) throw new IllegalStateException("none between");
  }

  public static void main(String[] args) {
    Thread main = Thread.currentThread();
    new Thread(() -> work(main)).start();
    extra = true;
  }
}
