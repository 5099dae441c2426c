/** Two ways to states that differ in the clock alone: who reads it next sees by which way it came. */
public class SoundSlowWay {
  static volatile boolean slow;

  static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    long start = System.nanoTime();
    Thread t = new Thread(() -> {
      if (slow) pause();
    });
    t.start();
    slow = true;
    slow = false;
    t.join();
    long taken = System.nanoTime() - start;
    if (taken >= 50_000_000 && taken < 60_000_000) throw new IllegalStateException("slow");
  }
}
