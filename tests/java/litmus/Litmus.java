import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;

/**
 * One round of a litmus test: an object with the variables that two to four actors share, and with
 * what they read. Each actor runs once, in a thread of its own. Without an argument, main plays one
 * round and prints its outcome: that is for heddle, so few classes are loaded and nothing but the
 * actors themselves can interleave. With a number, it plays so many rounds as fast as the JVM can,
 * and counts the outcomes.
 */
public abstract class Litmus {
  int r1;
  int r2;
  int r3;
  int r4;

  abstract void actor1();

  abstract void actor2();

  void actor3() {}

  void actor4() {}

  /** What the round came to. It runs after all actors have ended. */
  String outcome() {
    return r1 + " " + r2;
  }

  final void act(int actor) {
    switch (actor) {
      case 0:
        actor1();
        break;
      case 1:
        actor2();
        break;
      case 2:
        actor3();
        break;
      default:
        actor4();
    }
  }

  static void main(String[] args, int actors, Supplier<Litmus> fresh) throws InterruptedException {
    if (args.length == 0) {
      once(actors, fresh.get());
    } else {
      new Stress(actors, fresh).play(Integer.parseInt(args[0]));
    }
  }

  /** The handle of an int field. */
  static VarHandle field(Class<?> holder, String name) {
    return field(holder, name, int.class);
  }

  static VarHandle field(Class<?> holder, String name, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(holder, name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static void once(int actors, Litmus round) throws InterruptedException {
    Thread[] threads = new Thread[actors];
    for (int i = 0; i < actors; i++) {
      threads[i] = new Actor(round, i);
    }
    for (Thread t : threads) {
      t.start();
    }
    for (Thread t : threads) {
      t.join();
    }
    System.out.println(round.outcome());
  }

  private static final class Actor extends Thread {
    private final Litmus round;
    private final int number;

    Actor(Litmus round, int number) {
      this.round = round;
      this.number = number;
    }

    @Override
    public void run() {
      round.act(number);
    }
  }

  /** Rounds of one batch, which are allocated before its first round begins. */
  private static final class Batch {
    final Litmus[] rounds;
    final int first;
    final CountDownLatch busy;

    Batch(int size, int first, int actors, Supplier<Litmus> fresh) {
      rounds = new Litmus[size];
      for (int i = 0; i < size; i++) {
        rounds[i] = fresh.get();
      }
      this.first = first;
      busy = new CountDownLatch(actors);
    }
  }

  /** Many rounds, by the same threads: starting threads takes far longer than a round. */
  private static final class Stress {
    private static final int BATCH = 1000;
    // How often an actor looks for another one that is late. It must not wait without end: there
    // may be more actors than processors.
    private static final int PATIENCE = 200;
    // Distance of two actors' elements, so that they lie in different cache lines.
    private static final int APART = 32;

    private final int actors;
    private final Supplier<Litmus> fresh;
    private final AtomicIntegerArray reached;
    private final Map<String, Integer> counts = new TreeMap<>();
    private volatile Batch batch;

    Stress(int actors, Supplier<Litmus> fresh) {
      this.actors = actors;
      this.fresh = fresh;
      reached = new AtomicIntegerArray((actors + 2) * APART);
    }

    void play(int rounds) throws InterruptedException {
      for (int i = 0; i < actors; i++) {
        int actor = i;
        Thread t = new Thread(() -> playBatches(actor));
        t.setDaemon(true);
        t.start();
      }
      for (int first = 0; first < rounds; first += BATCH) {
        Batch b = new Batch(Math.min(BATCH, rounds - first), first, actors, fresh);
        batch = b;
        b.busy.await();
        for (Litmus round : b.rounds) {
          counts.merge(round.outcome(), 1, Integer::sum);
        }
      }
      counts.forEach((outcome, count) -> System.out.println(outcome + ": " + count));
    }

    private void playBatches(int actor) {
      Batch played = null;
      for (;;) {
        Batch b = batch;
        if (b == played) {
          Thread.yield();
        } else {
          playBatch(b, actor);
          b.busy.countDown();
          played = b;
        }
      }
    }

    private void playBatch(Batch b, int actor) {
      Litmus[] rounds = b.rounds;
      for (int i = 0; i < rounds.length; i++) {
        meet(b.first + i + 1, actor);
        rounds[i].act(actor);
      }
    }

    // Opaque accesses only: a stronger one would wait for the stores of the round before, and the
    // actors would no longer begin the next one at the same time.
    private void meet(int round, int actor) {
      reached.setOpaque((actor + 1) * APART, round);
      int patience = PATIENCE;
      for (int i = 1; i <= actors; i++) {
        while (reached.getOpaque(i * APART) < round && patience > 0) {
          patience--;
        }
      }
    }
  }
}
