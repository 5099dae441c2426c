import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * Field updaters, adders and accumulators, stamped and marked references, the access modes of a
 * VarHandle.
 */
public class JucAtomics {
  volatile int i;
  volatile long l;
  volatile String s = "start";
  int plain;
  static final AtomicIntegerFieldUpdater<JucAtomics> I =
      AtomicIntegerFieldUpdater.newUpdater(JucAtomics.class, "i");
  static final AtomicLongFieldUpdater<JucAtomics> L =
      AtomicLongFieldUpdater.newUpdater(JucAtomics.class, "l");
  static final AtomicReferenceFieldUpdater<JucAtomics, String> S =
      AtomicReferenceFieldUpdater.newUpdater(JucAtomics.class, String.class, "s");
  static final VarHandle PLAIN;

  static {
    try {
      PLAIN = MethodHandles.lookup().findVarHandle(JucAtomics.class, "plain", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void inParallel(Runnable r) throws InterruptedException {
    Thread[] all = new Thread[3];
    for (int k = 0; k < all.length; k++) {
      all[k] = new Thread(() -> {
        for (int n = 0; n < 50; n++) r.run();
      });
      all[k].start();
    }
    for (Thread t : all) t.join();
  }

  static void updaters() throws InterruptedException {
    JucAtomics x = new JucAtomics();
    inParallel(() -> {
      I.incrementAndGet(x);
      L.addAndGet(x, 2);
      S.updateAndGet(x, v -> v.length() < 9 ? v + "+" : v);
    });
    System.out.println(x.i + " " + x.l + " " + x.s);
    System.out.println(I.compareAndSet(x, 150, 5) + " " + I.getAndAccumulate(x, 4, Math::max) + " "
        + L.getAndSet(x, -1) + " " + S.getAndSet(x, null) + S.get(x));
    try {
      AtomicIntegerFieldUpdater.newUpdater(JucAtomics.class, "plain");
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
  }

  static void adders() throws InterruptedException {
    LongAdder a = new LongAdder();
    LongAccumulator max = new LongAccumulator(Long::max, Long.MIN_VALUE);
    DoubleAdder d = new DoubleAdder();
    DoubleAccumulator product = new DoubleAccumulator((p, q) -> p * q, 1);
    inParallel(() -> {
      a.increment();
      d.add(0.5);
      max.accumulate(a.sum());
    });
    product.accumulate(3);
    product.accumulate(2);
    System.out.println(a + " " + d + " " + max + " " + product + " " + a.sumThenReset() + a.sum()
        + " " + max.getThenReset());
  }

  static void references() throws InterruptedException {
    AtomicStampedReference<String> r = new AtomicStampedReference<>("a", 0);
    int[] stamp = new int[1];
    System.out.println(r.compareAndSet("a", "b", 1, 2) + " " + r.compareAndSet("a", "b", 0, 2) + " "
        + r.get(stamp) + stamp[0]);
    AtomicMarkableReference<String> m = new AtomicMarkableReference<>("a", false);
    System.out.println(m.attemptMark("a", true) + " " + m.isMarked() + " "
        + m.compareAndSet("a", "c", true, false) + m.getReference());
    AtomicIntegerArray arr = new AtomicIntegerArray(3);
    inParallel(() -> arr.getAndUpdate(1, v -> v + 1));
    AtomicBoolean b = new AtomicBoolean();
    System.out.println(arr + " " + b.compareAndExchange(false, true) + b.getAndSet(false)
        + b.weakCompareAndSetPlain(false, true));
  }

  static void modes() {
    JucAtomics x = new JucAtomics();
    PLAIN.set(x, 1);
    PLAIN.setOpaque(x, (int) PLAIN.getOpaque(x) + 1);
    PLAIN.setRelease(x, (int) PLAIN.getAcquire(x) + 1);
    PLAIN.setVolatile(x, (int) PLAIN.getVolatile(x) + 1);
    System.out.println(x.plain + " " + PLAIN.compareAndSet(x, 4, 5) + " "
        + (int) PLAIN.compareAndExchange(x, 4, 6) + " "
        + (int) PLAIN.compareAndExchangeAcquire(x, 5, 6) + " "
        + (int) PLAIN.compareAndExchangeRelease(x, 6, 7) + " " + PLAIN.weakCompareAndSet(x, 7, 8)
        + PLAIN.weakCompareAndSetPlain(x, 8, 9) + PLAIN.weakCompareAndSetAcquire(x, 9, 10)
        + PLAIN.weakCompareAndSetRelease(x, 10, 11));
    System.out.println((int) PLAIN.getAndSet(x, 20) + " " + (int) PLAIN.getAndSetAcquire(x, 21)
        + " " + (int) PLAIN.getAndSetRelease(x, 22) + " " + (int) PLAIN.getAndAdd(x, 2) + " "
        + (int) PLAIN.getAndAddAcquire(x, 2) + " " + (int) PLAIN.getAndAddRelease(x, 2) + " "
        + (int) PLAIN.getAndBitwiseOr(x, 1) + " " + (int) PLAIN.getAndBitwiseAnd(x, 0xf) + " "
        + (int) PLAIN.getAndBitwiseXor(x, 3) + " " + (int) PLAIN.getAndBitwiseOrAcquire(x, 64) + " "
        + (int) PLAIN.getAndBitwiseXorRelease(x, 1) + " " + x.plain);
    VarHandle.fullFence();
    VarHandle.acquireFence();
    VarHandle.releaseFence();
    VarHandle.loadLoadFence();
    VarHandle.storeStoreFence();
    VarHandle longs = MethodHandles.arrayElementVarHandle(long[].class);
    long[] a = new long[2];
    longs.setVolatile(a, 1, 5L);
    System.out.println((long) longs.getAndAdd(a, 1, 3L) + " " + a[1] + " "
        + PLAIN.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD) + " " + PLAIN.varType()
        + " " + longs.coordinateTypes());
    try {
      longs.getVolatile(a, 2);
    } catch (ArrayIndexOutOfBoundsException e) {
      System.out.println("bounds");
    }
    int r = ThreadLocalRandom.current().nextInt(5, 8);
    System.out.println(r >= 5 && r < 8);
  }

  public static void main(String[] args) throws InterruptedException {
    updaters();
    adders();
    references();
    modes();
  }
}
