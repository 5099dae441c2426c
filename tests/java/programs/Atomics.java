import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The atomic classes, alone and under contention; a lock-free stack; a user-defined VarHandle. */
public class Atomics {
  record Node(int value, Node next) {}

  static final AtomicReference<Node> top = new AtomicReference<>();

  static void push(int v) {
    Node old;
    do {
      old = top.get();
    } while (!top.compareAndSet(old, new Node(v, old)));
  }

  volatile int field;
  int plain = 3;
  static final VarHandle FIELD;
  static final VarHandle PLAIN;

  static {
    try {
      FIELD = MethodHandles.lookup().findVarHandle(Atomics.class, "field", int.class);
      PLAIN = MethodHandles.lookup().findVarHandle(Atomics.class, "plain", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    AtomicInteger i = new AtomicInteger(5);
    System.out.println(i.incrementAndGet() + " " + i.getAndAdd(10) + " " + i.compareAndSet(16, 1)
        + " " + i.compareAndSet(16, 2) + " " + i.getAndSet(9) + " " + i.updateAndGet(x -> x * x)
        + " " + i.accumulateAndGet(3, Math::max) + " " + i.getAndUpdate(x -> - x) + " " + i + " "
        + i.decrementAndGet());
    AtomicLong l = new AtomicLong(1L << 40);
    System.out.println(l.getAndIncrement() + " " + l.addAndGet(-5) + " " + l.longValue());
    AtomicBoolean z = new AtomicBoolean();
    System.out.println(z.compareAndSet(false, true) + " " + z.getAndSet(false) + " " + z);
    AtomicIntegerArray a = new AtomicIntegerArray(3);
    a.incrementAndGet(1);
    a.compareAndSet(2, 0, 7);
    System.out.println(a + " " + a.length());
    AtomicReferenceArray<String> r = new AtomicReferenceArray<>(new String[] {"a", "b"});
    System.out.println(r.getAndSet(0, "c") + r);
    AtomicIntegerFieldUpdater<Atomics> updater =
        AtomicIntegerFieldUpdater.newUpdater(Atomics.class, "field");
    Atomics self = new Atomics();
    System.out.println(updater.addAndGet(self, 4) + " " + self.field);
    System.out.println(FIELD.compareAndSet(self, 4, 8) + " " + (int) FIELD.getAndAdd(self, 2) + " "
        + (int) FIELD.getVolatile(self) + " " + (int) PLAIN.get(self));
    PLAIN.set(self, 11);
    FIELD.setRelease(self, 12);
    System.out.println(self.plain + " " + (int) FIELD.getAcquire(self));
    AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("m", false);
    System.out.println(marked.attemptMark("m", true) + " " + marked.isMarked());

    AtomicInteger shared = new AtomicInteger();
    LongAdder adder = new LongAdder();
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) {
      int id = t;
      threads[t] = new Thread(() -> {
        for (int k = 0; k < 100; k++) {
          shared.incrementAndGet();
          adder.add(2);
          push(id * 100 + k);
          FIELD.getAndAdd(self, 1);
        }
      });
      threads[t].start();
    }
    for (Thread t : threads) {
      t.join();
    }
    long sum = 0;
    int nodes = 0;
    for (Node n = top.get(); n != null; n = n.next()) {
      sum += n.value();
      nodes++;
    }
    System.out.println(shared + " " + adder.sum() + " " + nodes + " " + sum + " " + self.field);
  }
}
