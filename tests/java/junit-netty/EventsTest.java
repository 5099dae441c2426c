import static org.junit.jupiter.api.Assertions.*;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.DefaultEventLoop;
import io.netty.util.AttributeKey;
import io.netty.util.DefaultAttributeMap;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Recycler;
import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import io.netty.util.concurrent.*;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.*;
import org.junit.jupiter.api.*;

/** Classes of Netty that threads share, in the style of the library's own tests. */
class EventsTest {
  @Test void cancellationExceptionIsThrownWhenBlockingGet() {
    assertThrows(CancellationException.class, () -> {
      final Promise<Void> promise = new DefaultPromise<Void>(ImmediateEventExecutor.INSTANCE);
      assertTrue(promise.cancel(false));
      promise.get();
    });
  }

  @Test void noStackOverflowWithImmediate() {
    List<Promise<Void>> chain = new ArrayList<>();
    for (int i = 0; i < 20; i++) chain.add(new DefaultPromise<>(ImmediateEventExecutor.INSTANCE));
    for (int i = 0; i + 1 < chain.size(); i++) {
      Promise<Void> next = chain.get(i + 1);
      chain.get(i).addListener((FutureListener<Void>) f -> next.setSuccess(null));
    }
    chain.get(0).setSuccess(null);
    for (Promise<Void> p : chain) assertTrue(p.isSuccess());
  }

  @Test void listenerNotifyOrder() throws Exception {
    DefaultEventExecutor executor = new DefaultEventExecutor();
    try {
      final BlockingQueueOf<FutureListener<Void>> listeners = new BlockingQueueOf<>();
      final CountDownLatch done = new CountDownLatch(3);
      Promise<Void> promise = new DefaultPromise<>(executor);
      FutureListener<Void> l1 = new FutureListener<Void>() {
        public void operationComplete(Future<Void> f) { listeners.add(this); done.countDown(); }
      };
      FutureListener<Void> l2 = new FutureListener<Void>() {
        public void operationComplete(Future<Void> f) {
          listeners.add(this);
          f.addListener((FutureListener<Void>) g -> done.countDown());
          done.countDown();
        }
      };
      promise.addListener(l1);
      promise.addListener(l2);
      promise.setSuccess(null);
      done.await();
      assertEquals(Arrays.asList(l1, l2), listeners.all());
    } finally {
      executor.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
    }
  }

  static final class BlockingQueueOf<T> {
    final List<T> l = new ArrayList<>();
    synchronized void add(T t) { l.add(t); }
    synchronized List<T> all() { return new ArrayList<>(l); }
  }

  @Test void tooManyListenersByTwo() throws Exception {
    final Promise<Void> promise = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
    final AtomicInteger n = new AtomicInteger();
    Thread t = new Thread(() -> promise.trySuccess(null));
    t.start();
    promise.addListener(f -> n.incrementAndGet());
    promise.addListener(f -> n.incrementAndGet());
    t.join();
    assertEquals(2, n.get());
  }

  @Test void eventExecutorSubmitAndShutdown() throws Exception {
    DefaultEventExecutor executor = new DefaultEventExecutor();
    Future<Integer> f = executor.submit(() -> 42);
    assertEquals(42, f.get().intValue());
    executor.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
    assertTrue(executor.isTerminated());
  }

  @Test void eventExecutorSchedules() throws Exception {
    DefaultEventExecutor executor = new DefaultEventExecutor();
    ScheduledFuture<String> f = executor.schedule(() -> "later", 10, TimeUnit.MILLISECONDS);
    assertEquals("later", f.get());
    executor.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Test void globalEventExecutor() throws Exception {
    final AtomicBoolean beenRun = new AtomicBoolean();
    GlobalEventExecutor e = GlobalEventExecutor.INSTANCE;
    Future<?> f = e.submit(() -> beenRun.set(true));
    f.sync();
    assertTrue(beenRun.get());
  }

  @Test void promiseCombiner() {
    PromiseCombiner combiner = new PromiseCombiner(ImmediateEventExecutor.INSTANCE);
    Promise<Void> p1 = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
    Promise<Void> p2 = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
    Promise<Void> all = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
    combiner.add((Future) p1);
    combiner.add((Future) p2);
    combiner.finish(all);
    p1.setSuccess(null);
    assertFalse(all.isDone());
    p2.setFailure(new RuntimeException("x"));
    assertTrue(all.isDone());
    assertEquals("x", all.cause().getMessage());
  }

  static final class HandledObject {
    final Recycler.Handle<HandledObject> handle;
    HandledObject(Recycler.Handle<HandledObject> h) { handle = h; }
    void recycle() { handle.recycle(this); }
  }

  static Recycler<HandledObject> newRecycler(int max) {
    return new Recycler<HandledObject>(max) {
      @Override protected HandledObject newObject(Recycler.Handle<HandledObject> h) {
        return new HandledObject(h);
      }
    };
  }

  @Test void recycle() {
    Recycler<HandledObject> recycler = newRecycler(1024);
    HandledObject object = recycler.get();
    object.recycle();
    HandledObject object2 = recycler.get();
    assertSame(object, object2);
    object2.recycle();
  }

  @Test void multipleRecycle() {
    Recycler<HandledObject> recycler = newRecycler(1024);
    HandledObject object = recycler.get();
    object.recycle();
    assertThrows(IllegalStateException.class, object::recycle);
  }

  @Test void recycleAtDifferentThread() throws Exception {
    final Recycler<HandledObject> recycler = newRecycler(256);
    final HandledObject o = recycler.get();
    final HandledObject o2 = recycler.get();
    final Thread thread = new Thread(() -> { o.recycle(); o2.recycle(); });
    thread.start();
    thread.join();
    assertSame(recycler.get(), o);
    assertNotSame(recycler.get(), o2);
  }

  @Test void fastThreadLocalRemove() throws Exception {
    final FastThreadLocal<String> var = new FastThreadLocal<String>() {
      @Override protected String initialValue() { return Thread.currentThread().getName(); }
      @Override protected void onRemoval(String value) { removed.add(value); }
    };
    Thread t = new FastThreadLocalThread(() -> var.get(), "ftl");
    t.start();
    t.join();
    assertEquals(Collections.singletonList("ftl"), removed);
  }
  final List<String> removed = Collections.synchronizedList(new ArrayList<>());

  @Test void defaultThreadFactoryNames() throws Exception {
    ThreadFactory f = new DefaultThreadFactory("pool", true, Thread.NORM_PRIORITY);
    Thread t = f.newThread(() -> { });
    assertTrue(t.isDaemon());
    assertTrue(t.getName().startsWith("pool-"));
    t.start();
    t.join();
  }

  @Test void attributesByTwo() throws Exception {
    DefaultAttributeMap map = new DefaultAttributeMap();
    AttributeKey<String> key = AttributeKey.valueOf("attributesByTwo");
    Thread t = new Thread(() -> map.attr(key).setIfAbsent("a"));
    t.start();
    map.attr(key).setIfAbsent("b");
    t.join();
    assertNotNull(map.attr(key).get());
  }

  @Test void embeddedChannel() {
    EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter() {
      @Override public void channelRead(ChannelHandlerContext ctx, Object msg) {
        ctx.fireChannelRead(((Integer) msg) + 1);
      }
    });
    assertTrue(channel.writeInbound(1));
    assertEquals(2, (Integer) channel.readInbound());
    assertTrue(channel.writeOutbound("out"));
    assertEquals("out", channel.readOutbound());
    assertFalse(channel.finish());
  }

  @Test void embeddedChannelSchedules() throws Exception {
    EmbeddedChannel ch = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    final CountDownLatch latch = new CountDownLatch(2);
    Future<?> future = ch.eventLoop().schedule(latch::countDown, 1, TimeUnit.SECONDS);
    future.addListener(f -> latch.countDown());
    long next = ch.runScheduledPendingTasks();
    assertTrue(next > 0);
    Thread.sleep(TimeUnit.NANOSECONDS.toMillis(next) + 1);
    assertEquals(-1, ch.runScheduledPendingTasks());
    latch.await();
  }

  @Test void eventLoopRegisters() throws Exception {
    DefaultEventLoop loop = new DefaultEventLoop();
    assertEquals("io", loop.submit(() -> "io").get());
    loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
  }

  @Test void buffers() {
    ByteBuf b = Unpooled.buffer(16);
    b.writeInt(7).writeLong(8);
    assertEquals(7, b.readInt());
    assertEquals(8, b.readLong());
    assertTrue(b.release());
    ByteBuf d = Unpooled.directBuffer(16);
    d.writeInt(9);
    assertEquals(9, d.readInt());
    assertTrue(d.release());
  }

  @Test void refCountByTwo() throws Exception {
    ByteBuf b = Unpooled.buffer(8);
    b.retain();
    AtomicInteger freed = new AtomicInteger();
    Thread t = new Thread(() -> {
      if (b.release()) freed.incrementAndGet();
    });
    t.start();
    if (b.release()) freed.incrementAndGet();
    t.join();
    assertEquals(1, freed.get());
  }
}
