import static org.junit.Assert.*;

import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jctools.maps.*;
import org.jctools.queues.*;
import org.jctools.queues.atomic.*;
import org.junit.*;

/** The queues and maps of JCTools, in the style of the library's own tests. */
public class QueuesTest {
  /** The elements of each producer arrive in their order. */
  static void handOver(Queue<Integer> q, int producers, int n) throws Exception {
    Thread[] ts = new Thread[producers];
    for (int i = 0; i < producers; i++) {
      final int base = i * 100;
      ts[i] = new Thread(() -> {
        for (int k = 0; k < n; k++)
          while (!q.offer(base + k)) Thread.yield();
      });
    }
    for (Thread t : ts) t.start();
    int[] last = new int[producers];
    Arrays.fill(last, -1);
    for (int got = 0; got < producers * n; got++) {
      Integer v;
      while ((v = q.poll()) == null) Thread.yield();
      assertTrue(v % 100 > last[v / 100]);
      last[v / 100] = v % 100;
    }
    for (Thread t : ts) t.join();
    assertTrue(q.isEmpty());
  }

  @Test public void spscArray() throws Exception {
    handOver(new SpscArrayQueue<>(4), 1, 3);
  }
  @Test public void spscUnbounded() throws Exception {
    handOver(new SpscUnboundedArrayQueue<>(4), 1, 3);
  }
  @Test public void spscLinked() throws Exception {
    handOver(new SpscLinkedQueue<>(), 1, 2);
  }
  @Test public void spscGrowable() throws Exception {
    handOver(new SpscGrowableArrayQueue<>(8, 16), 1, 3);
  }
  @Test public void mpscArray() throws Exception {
    handOver(new MpscArrayQueue<>(4), 2, 1);
  }
  @Test public void mpscLinked() throws Exception {
    handOver(MpscLinkedQueue.newMpscLinkedQueue(), 2, 1);
  }
  @Test public void mpscChunked() throws Exception {
    handOver(new MpscChunkedArrayQueue<>(2, 8), 2, 1);
  }
  @Test public void mpscUnbounded() throws Exception {
    handOver(new MpscUnboundedArrayQueue<>(2), 2, 1);
  }
  @Test public void mpscCompound() throws Exception {
    handOver(new MpscCompoundQueue<>(8, 2), 2, 1);
  }
  @Test public void mpmcArray() throws Exception {
    handOver(new MpmcArrayQueue<>(4), 2, 1);
  }
  @Test public void spmcArray() throws Exception {
    handOver(new SpmcArrayQueue<>(4), 1, 2);
  }
  @Test public void mpscAtomic() throws Exception {
    handOver(new MpscAtomicArrayQueue<>(4), 2, 1);
  }
  @Test public void spscAtomic() throws Exception {
    handOver(new SpscAtomicArrayQueue<>(4), 1, 2);
  }
  @Test public void mpmcAtomic() throws Exception {
    handOver(new MpmcAtomicArrayQueue<>(4), 2, 1);
  }

  @Test public void offerPollSemantics() throws Exception {
    Queue<Integer> q = new MpmcArrayQueue<>(2);
    AtomicInteger fail = new AtomicInteger();
    Runnable r = () -> {
      for (int i = 0; i < 2; i++) {
        if (!q.offer(1)) fail.incrementAndGet();
        if (q.poll() == null) fail.incrementAndGet();
      }
    };
    Thread a = new Thread(r), b = new Thread(r);
    a.start();
    b.start();
    a.join();
    b.join();
    assertEquals(0, fail.get());
  }

  @Test public void happensBefore() throws Exception {
    final class Val { int v; }
    Queue<Val> q = new MpscArrayQueue<>(4);
    AtomicInteger bad = new AtomicInteger();
    Thread p = new Thread(() -> {
      Val v = new Val();
      v.v = 42;
      q.offer(v);
    });
    p.start();
    Val v = q.poll();
    if (v != null && v.v != 42) bad.incrementAndGet();
    p.join();
    assertEquals(0, bad.get());
  }

  @Test public void drainAndFill() throws Exception {
    MpscArrayQueue<Integer> q = new MpscArrayQueue<>(8);
    AtomicInteger c = new AtomicInteger();
    assertEquals(8, q.fill(c::incrementAndGet));
    AtomicInteger sum = new AtomicInteger();
    q.drain(sum::addAndGet, 3);
    assertEquals(6, sum.get());
    assertEquals(5, q.size());
  }

  @Test public void hashMapByTwo() throws Exception {
    NonBlockingHashMap<String, Integer> m = new NonBlockingHashMap<>();
    Thread t = new Thread(() -> m.putIfAbsent("k", 1));
    t.start();
    m.putIfAbsent("k", 2);
    t.join();
    assertEquals(1, m.size());
    assertNotNull(m.get("k"));
  }

  @Test public void hashMapRemove() throws Exception {
    NonBlockingHashMap<Integer, String> m = new NonBlockingHashMap<>();
    for (int i = 0; i < 20; i++) m.put(i, "v" + i);
    assertEquals("v3", m.remove(3));
    assertEquals(19, m.size());
    int n = 0;
    for (Map.Entry<Integer, String> e : m.entrySet()) {
      assertEquals("v" + e.getKey(), e.getValue());
      n++;
    }
    assertEquals(19, n);
  }

  @Test public void longMapByTwo() throws Exception {
    NonBlockingHashMapLong<String> m = new NonBlockingHashMapLong<>();
    Thread t = new Thread(() -> m.put(1L, "a"));
    t.start();
    m.put(2L, "b");
    t.join();
    assertEquals(2, m.size());
  }

  @Test public void setByTwo() throws Exception {
    NonBlockingHashSet<String> s = new NonBlockingHashSet<>();
    AtomicInteger added = new AtomicInteger();
    Thread t = new Thread(() -> { if (s.add("x")) added.incrementAndGet(); });
    t.start();
    if (s.add("x")) added.incrementAndGet();
    t.join();
    assertEquals(1, added.get());
  }

  @Test public void counterByTwo() throws Exception {
    ConcurrentAutoTable c = new ConcurrentAutoTable();
    Thread t = new Thread(c::increment);
    t.start();
    c.increment();
    t.join();
    assertEquals(2, c.get());
  }

  @Test public void identityMap() throws Exception {
    NonBlockingIdentityHashMap<Object, Integer> m = new NonBlockingIdentityHashMap<>();
    Object k = new Object();
    m.put(k, 1);
    assertEquals(Integer.valueOf(1), m.get(k));
    assertNull(m.get(new Object()));
  }
}
