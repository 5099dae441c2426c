/**
 * A two-stage update. A producer sets one cell and then derives the other from it. Each step takes
 * the right lock, but the pair is not atomic: a consumer may see the first stage alone.
 *
 * <p>Arguments: the number of producers and of consumers.
 */
public class TwoStage {
  static final class Cell {
    int value;
  }

  final Cell d1 = new Cell();
  final Cell d2 = new Cell();

  void produce() {
    synchronized (d1) {
      d1.value = 1;
    }
    synchronized (d2) {
      d2.value = d1.value + 1;
    }
  }

  void consume() {
    int t1;
    int t2;
    synchronized (d1) {
      if (d1.value == 0) {
        return;
      }
      t1 = d1.value;
    }
    synchronized (d2) {
      t2 = d2.value;
    }
    if (t2 != t1 + 1) {
      throw new IllegalStateException("second stage missing");
    }
  }

  static final class Producer extends Thread {
    final TwoStage stages;

    Producer(TwoStage stages) {
      this.stages = stages;
    }

    @Override
    public void run() {
      stages.produce();
    }
  }

  static final class Consumer extends Thread {
    final TwoStage stages;

    Consumer(TwoStage stages) {
      this.stages = stages;
    }

    @Override
    public void run() {
      stages.consume();
    }
  }

  public static void main(String[] args) {
    int producers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int consumers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    TwoStage stages = new TwoStage();
    for (int i = 0; i < producers; i++) {
      new Producer(stages).start();
    }
    for (int i = 0; i < consumers; i++) {
      new Consumer(stages).start();
    }
  }
}
