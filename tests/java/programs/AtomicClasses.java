import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;
public class AtomicClasses {
  static volatile int vf; volatile int up; volatile long ul; volatile String us;
  public static void main(String[] args) throws Throwable {
    CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 20),
                               b = a.thenApply(x -> x + 1)
                                       .thenCombine(
                                           CompletableFuture.supplyAsync(() -> 2), (x, y) -> x * y);
    System.out.println(b.get() + " " + CompletableFuture.allOf(a, b).thenApply(v -> "all").join());
    System.out.println(CompletableFuture
                           .supplyAsync(() -> {
                             if (true) throw new IllegalStateException("x");
                             return 1;
                           })
                           .exceptionally(e -> {
                             System.out.println(e);
                             return 7;
                           })
                           .join());
    AtomicIntegerArray ia = new AtomicIntegerArray(3);
    ia.addAndGet(1, 5);
    ia.updateAndGet(1, x -> x * 2);
    System.out.println(ia);
    AtomicReferenceArray<String> ra = new AtomicReferenceArray<>(2);
    ra.compareAndSet(0, null, "q");
    System.out.println(ra);
    AtomicMarkableReference<String> mr = new AtomicMarkableReference<>("m", false);
    System.out.println(mr.compareAndSet("m", "n", false, true) + mr.getReference() + mr.isMarked());
    AtomicStampedReference<String> sr = new AtomicStampedReference<>("s", 1);
    System.out.println(sr.attemptStamp("s", 4) + " " + sr.getStamp());
    AtomicIntegerFieldUpdater<AtomicClasses> fu =
        AtomicIntegerFieldUpdater.newUpdater(AtomicClasses.class, "up");
    AtomicClasses t = new AtomicClasses();
    System.out.println(fu.incrementAndGet(t) + fu.getAndAdd(t, 4) + t.up);
    AtomicReferenceFieldUpdater<AtomicClasses, String> ru =
        AtomicReferenceFieldUpdater.newUpdater(AtomicClasses.class, String.class, "us");
    System.out.println(ru.compareAndSet(t, null, "u") + t.us);
    AtomicLongFieldUpdater<AtomicClasses> lu =
        AtomicLongFieldUpdater.newUpdater(AtomicClasses.class, "ul");
    System.out.println(lu.addAndGet(t, 1L << 33));
    LongAdder la = new LongAdder();
    LongAccumulator lac = new LongAccumulator(Long::max, 0);
    for (int i = 0; i < 5; i++) {
      la.add(i);
      lac.accumulate(i * 3);
    }
    System.out.println(la.sum() + " " + lac.get());
    Phaser p = new Phaser(1);
    Thread pt = new Thread(() -> {
      p.register();
      p.arriveAndDeregister();
    });
    pt.start();
    pt.join();
    System.out.println(p.arrive() + " " + p.getPhase());
    Exchanger<String> ex = new Exchanger<>();
    Thread et = new Thread(() -> {
      try {
        System.out.println("got " + ex.exchange("from thread"));
      } catch (InterruptedException e) {}
    });
    et.start();
    String g = ex.exchange("from main");
    et.join();
    System.out.println(g);
    ConcurrentSkipListMap<Integer, String> sk = new ConcurrentSkipListMap<>();
    for (int i = 9; i > 0; i--) sk.put(i, "v" + i);
    System.out.println(sk.headMap(4) + " " + sk.firstKey());
    SynchronousQueue<Integer> sq = new SynchronousQueue<>();
    Thread st = new Thread(() -> {
      try {
        sq.put(5);
      } catch (InterruptedException e) {}
    });
    st.start();
    System.out.println(sq.take());
    st.join();
    LinkedTransferQueue<Integer> tq = new LinkedTransferQueue<>();
    tq.put(3);
    System.out.println(tq.take());
    ConcurrentLinkedDeque<Integer> cd = new ConcurrentLinkedDeque<>(List.of(1, 2));
    cd.addFirst(0);
    System.out.println(cd);
    StampedLock sl = new StampedLock();
    long st1 = sl.tryOptimisticRead();
    System.out.println(sl.validate(st1));
    long w = sl.writeLock();
    sl.unlockWrite(w);
    System.out.println(sl.validate(st1));
    ForkJoinPool fj = new ForkJoinPool(2);
    System.out.println(fj.invoke(new RecursiveTask<Integer>() {
      protected Integer compute() { return 5; }
    }));
    fj.shutdown();
    System.out.println(IntStream.range(0, 100).parallel().sum());
    FutureTask<String> ft = new FutureTask<>(() -> "ft");
    new Thread(ft).start();
    System.out.println(ft.get());
    ExecutorService es = Executors.newFixedThreadPool(2);
    List<Future<Integer>> fs = es.invokeAll(List.of(() -> 1, () -> 2));
    System.out.println(fs.get(0).get() + fs.get(1).get());
    es.shutdown();
    System.out.println(es.awaitTermination(1, TimeUnit.SECONDS));
    ScheduledExecutorService se = Executors.newScheduledThreadPool(1);
    System.out.println(se.schedule(() -> "sched", 5, TimeUnit.MILLISECONDS).get());
    se.shutdown();
    Map<Boolean, List<Integer>> m =
        Stream.of(1, 2, 3, 4).collect(Collectors.partitioningBy(x -> x % 2 == 0));
    System.out.println(m);
    System.out.println(Stream.of("a", "bb", "cc")
                           .collect(Collectors.groupingBy(x
                               -> x.length(),
                               ()
                                   -> new TreeMap<Integer, String>(),
                               Collectors.mapping(String::toUpperCase, Collectors.joining("|")))));
    ThreadLocal<Integer> tl = ThreadLocal.withInitial(() -> 3); System.out.println(tl.get());
    SubmissionPublisher<Integer> sp = new SubmissionPublisher<>();
    CompletableFuture<Void> done = sp.consume(x -> System.out.println("item " + x));
    sp.submit(1);
    sp.submit(2);
    sp.close();
    done.get();
    BitSet bs = new BitSet();
    bs.set(3);
    System.out.println(bs + " " + new Random(5).nextInt(100) + " "
        + new SplittableRandom(3).nextInt(10) + UUID.nameUUIDFromBytes(new byte[] {1}));
  }
}
