/**
 * TwoStage fixed: a producer holds the first lock until the second stage is done.
 *
 * <p>Arguments: the number of producers and of consumers.
 */
public class TwoStageFixed {
  static final class Cell {
    int value;
  }

  final Cell d1 = new Cell();
  final Cell d2 = new Cell();

  void produce() {
    synchronized (d1) {
      d1.value = 1;
      synchronized (d2) {
        d2.value = d1.value + 1;
      }
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
    final TwoStageFixed stages;

    Producer(TwoStageFixed stages) {
      this.stages = stages;
    }

    @Override
    public void run() {
      stages.produce();
    }
  }

  static final class Consumer extends Thread {
    final TwoStageFixed stages;

    Consumer(TwoStageFixed stages) {
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
    TwoStageFixed stages = new TwoStageFixed();
    for (int i = 0; i < producers; i++) {
      new Producer(stages).start();
    }
    for (int i = 0; i < consumers; i++) {
      new Consumer(stages).start();
    }
  }
}
