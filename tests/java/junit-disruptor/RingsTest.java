import static org.junit.Assert.*;

import com.lmax.disruptor.*;
import com.lmax.disruptor.dsl.*;
import com.lmax.disruptor.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import org.junit.*;

/** The Disruptor and its ring buffers, in the style of the library's own tests. */
public class RingsTest {
  static final class Event { long value; }
  static final EventTranslatorOneArg<Event, Long> SET = (e, s, v) -> e.value = v;

  @Test public void publishAndHandle() throws Exception {
    Disruptor<Event> d = new Disruptor<>(Event::new, 4, DaemonThreadFactory.INSTANCE,
        ProducerType.SINGLE, new BlockingWaitStrategy());
    CountDownLatch l = new CountDownLatch(2);
    d.handleEventsWith((e, s, end) -> l.countDown());
    RingBuffer<Event> rb = d.start();
    rb.publishEvent(SET, 1L);
    rb.publishEvent(SET, 2L);
    assertTrue(l.await(5, TimeUnit.SECONDS));
    d.shutdown();
  }

  @Test public void chainOfHandlers() throws Exception {
    Disruptor<Event> d = new Disruptor<>(Event::new, 4, Executors.defaultThreadFactory(),
        ProducerType.MULTI, new SleepingWaitStrategy());
    AtomicLong sum = new AtomicLong();
    d.handleEventsWith((e, s, end) -> e.value *= 2).then((e, s, end) -> sum.addAndGet(e.value));
    d.start();
    d.publishEvent(SET, 3L);
    d.shutdown(5, TimeUnit.SECONDS);
    assertEquals(6, sum.get());
  }

  @Test public void yielding() throws Exception {
    Disruptor<Event> d = new Disruptor<>(Event::new, 2, DaemonThreadFactory.INSTANCE,
        ProducerType.SINGLE, new YieldingWaitStrategy());
    AtomicLong sum = new AtomicLong();
    d.handleEventsWith((e, s, end) -> sum.addAndGet(e.value));
    d.start();
    d.publishEvent(SET, 3L);
    d.publishEvent(SET, 4L);
    d.shutdown(5, TimeUnit.SECONDS);
    assertEquals(7, sum.get());
  }

  @Test public void busySpin() throws Exception {
    Disruptor<Event> d = new Disruptor<>(Event::new, 2, DaemonThreadFactory.INSTANCE,
        ProducerType.SINGLE, new BusySpinWaitStrategy());
    AtomicLong sum = new AtomicLong();
    d.handleEventsWith((e, s, end) -> sum.addAndGet(e.value));
    d.start();
    d.publishEvent(SET, 3L);
    d.shutdown();
    assertEquals(3, sum.get());
  }

  @Test public void ringBufferPollsByTwo() throws Exception {
    RingBuffer<Event> rb = RingBuffer.createSingleProducer(Event::new, 4);
    Sequence s = new Sequence();
    rb.addGatingSequences(s);
    SequenceBarrier b = rb.newBarrier();
    FutureTask<Long> reader = new FutureTask<>(() -> {
      b.waitFor(1);
      return rb.get(0).value + rb.get(1).value;
    });
    new Thread(reader).start();
    rb.publishEvent(SET, 10L);
    rb.publishEvent(SET, 20L);
    assertEquals(30L, reader.get(5, TimeUnit.SECONDS).longValue());
  }

  @Test public void twoProducers() throws Exception {
    RingBuffer<Event> rb = RingBuffer.createMultiProducer(Event::new, 4);
    EventPoller<Event> p = rb.newPoller();
    rb.addGatingSequences(p.getSequence());
    Thread a = new Thread(() -> rb.publishEvent(SET, 1L));
    Thread b = new Thread(() -> rb.publishEvent(SET, 2L));
    a.start();
    b.start();
    a.join();
    b.join();
    AtomicLong sum = new AtomicLong();
    p.poll((e, s, end) -> {
      sum.addAndGet(e.value);
      return true;
    });
    assertEquals(3, sum.get());
  }

  @Test public void batchEventProcessorExceptionHandler() throws Exception {
    RingBuffer<Event> rb = RingBuffer.createMultiProducer(Event::new, 4);
    CountDownLatch l = new CountDownLatch(1);
    BatchEventProcessor<Event> p = new BatchEventProcessor<>(rb, rb.newBarrier(), (e, s, end) -> {
      throw new Exception("x");
    });
    rb.addGatingSequences(p.getSequence());
    p.setExceptionHandler(new ExceptionHandler<Event>() {
      public void handleEventException(Throwable t, long s, Event e) { l.countDown(); }
      public void handleOnStartException(Throwable t) { }
      public void handleOnShutdownException(Throwable t) { }
    });
    Thread t = new Thread(p);
    t.start();
    rb.publish(rb.next());
    l.await();
    p.halt();
    t.join();
  }

  @Test public void timeoutBlocking() throws Exception {
    RingBuffer<Event> rb = RingBuffer.createSingleProducer(Event::new, 4,
        new TimeoutBlockingWaitStrategy(50, TimeUnit.MILLISECONDS));
    try {
      rb.newBarrier().waitFor(0);
      fail();
    } catch (com.lmax.disruptor.TimeoutException e) { }
  }

  @Test public void liteBlockingAlert() throws Exception {
    RingBuffer<Event> rb = RingBuffer.createSingleProducer(Event::new, 4,
        new LiteBlockingWaitStrategy());
    SequenceBarrier b = rb.newBarrier();
    AtomicBoolean alerted = new AtomicBoolean();
    Thread t = new Thread(() -> {
      try {
        b.waitFor(0);
      } catch (AlertException e) {
        alerted.set(true);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    t.start();
    b.alert();
    t.join();
    assertTrue(alerted.get());
  }

  @Test public void phasedBackoff() throws Exception {
    RingBuffer<Event> rb = RingBuffer.createSingleProducer(Event::new, 4,
        PhasedBackoffWaitStrategy.withLock(1, 1, TimeUnit.MILLISECONDS));
    Thread t = new Thread(() -> rb.publishEvent(SET, 1L));
    t.start();
    assertEquals(0, rb.newBarrier().waitFor(0));
    t.join();
  }

  @Test public void sequenceGroup() throws Exception {
    SequenceGroup g = new SequenceGroup();
    Sequence a = new Sequence(3), b = new Sequence(2);
    Thread t = new Thread(() -> g.add(a));
    t.start();
    g.add(b);
    t.join();
    assertEquals(2, g.get());
    assertEquals(2, g.size());
    assertTrue(g.remove(a));
  }
}
