/**
 * A small molecular dynamics kernel. Particles on a line repel one another. Each thread computes
 * the forces of some particles on all others, in its own row. After a barrier, each thread adds
 * up the rows for its own particles and moves them; another barrier ends the step. The error is in
 * the barrier, a tournament over a volatile array: the elements of the array are plain.
 *
 * <p>Arguments: the number of threads and of steps.
 */
public class moldyn {
  final int threads;
  final int steps;
  final double[] x;
  final double[] speed;
  final double[][] force;
  final Barrier barrier;

  moldyn(int threads, int steps) {
    this.threads = threads;
    this.steps = steps;
    int particles = threads;
    x = new double[particles];
    speed = new double[particles];
    force = new double[threads][particles];
    for (int i = 0; i < particles; i++) {
      x[i] = i + 0.1 * (i % 3);
    }
    barrier = new Barrier(threads);
  }

  /** A tournament: a loser reports and waits for the champion, thread 0. */
  static final class Barrier {
    volatile boolean[] done;

    Barrier(int threads) {
      done = new boolean[threads];
    }

    boolean isDone(int id) {
      return done[id];
    }

    void setDone(int id, boolean value) {
      done[id] = value;
    }

    void meet(int id, int threads) {
      boolean value = !isDone(id);
      for (int step = 1; step < threads && id % (2 * step) == 0; step *= 2) {
        while (id + step < threads && isDone(id + step) != value) {
          Thread.onSpinWait();
        }
      }
      setDone(id, value);
      while (isDone(0) != value) {
        Thread.onSpinWait();
      }
    }
  }

  static final class Runner extends Thread {
    final moldyn model;
    final int id;

    Runner(moldyn model, int id) {
      this.model = model;
      this.id = id;
    }

    private void forces() {
      double[] row = model.force[id];
      for (int i = 0; i < row.length; i++) {
        row[i] = 0;
      }
      for (int i = id; i < model.x.length; i += model.threads) {
        for (int j = 0; j < i; j++) {
          double distance = model.x[i] - model.x[j];
          double f = 1.0 / (distance * distance);
          row[i] += f;
          row[j] -= f;
        }
      }
    }

    private void move() {
      for (int i = id; i < model.x.length; i += model.threads) {
        double sum = 0;
        for (double[] row : model.force) {
          sum += row[i];
        }
        model.speed[i] += 0.001 * sum;
        model.x[i] += 0.001 * model.speed[i];
      }
    }

    @Override
    public void run() {
      for (int step = 0; step < model.steps; step++) {
        forces();
        model.barrier.meet(id, model.threads);
        move();
        model.barrier.meet(id, model.threads);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int steps = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    moldyn model = new moldyn(threads, steps);
    Runner[] runners = new Runner[threads];
    for (int i = 0; i < threads; i++) {
      runners[i] = new Runner(model, i);
      runners[i].start();
    }
    double momentum = 0;
    for (int i = 0; i < threads; i++) {
      runners[i].join();
    }
    for (double v : model.speed) {
      momentum += v;
    }
    if (Math.abs(momentum) > 1e-9) {
      throw new IllegalStateException("momentum " + momentum);
    }
  }
}
