/**
 * The Wronglock sample under other names: no search may depend on names.
 *
 * <p>Arguments: the number of readers and of wheels.
 */
public class Meter {
  static final class Dial {
    int ticks;
  }

  final Dial dial = new Dial();

  void gauge() {
    synchronized (dial) {
      int before = dial.ticks;
      dial.ticks++;
      if (dial.ticks != before + 1) {
        throw new IllegalStateException("someone else counted");
      }
    }
  }

  void bump() {
    synchronized (this) {
      dial.ticks++;
    }
  }

  static final class Reader extends Thread {
    final Meter meter;

    Reader(Meter meter) {
      this.meter = meter;
    }

    @Override
    public void run() {
      meter.gauge();
    }
  }

  static final class Wheel extends Thread {
    final Meter meter;

    Wheel(Meter meter) {
      this.meter = meter;
    }

    @Override
    public void run() {
      meter.bump();
    }
  }

  public static void main(String[] args) {
    int readers = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int wheels = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    Meter meter = new Meter();
    for (int i = 0; i < readers; i++) {
      new Reader(meter).start();
    }
    for (int i = 0; i < wheels; i++) {
      new Wheel(meter).start();
    }
  }
}
