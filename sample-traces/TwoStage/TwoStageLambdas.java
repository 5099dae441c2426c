/**
 * TwoStage with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of producers and of consumers.
 */
public class TwoStageLambdas {
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

  public static void main(String[] args) {
    int producers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int consumers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    TwoStageLambdas stages = new TwoStageLambdas();
    for (int i = 0; i < producers; i++) {
      new Thread(() -> stages.produce()).start();
    }
    for (int i = 0; i < consumers; i++) {
      new Thread(() -> stages.consume()).start();
    }
  }
}
