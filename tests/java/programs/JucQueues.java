import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TransferQueue;

/**
 * Every queue of java.util.concurrent: used by one thread, between a producer and a consumer, with
 * timeouts, drained, full and empty.
 */
public class JucQueues {
  static final class Due implements Delayed {
    final String name;
    final long at;

    Due(String name, long millis) {
      this.name = name;
      at = System.nanoTime() + millis * 1_000_000;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed o) {
      return Long.compare(at, ((Due) o).at);
    }
  }

  static void pass(BlockingQueue<Integer> q) throws InterruptedException {
    List<Integer> got = new ArrayList<>();
    Thread producer = new Thread(() -> {
      try {
        for (int i = 1; i <= 5; i++) q.put(i);
      } catch (InterruptedException e) {
        System.out.println("interrupted");
      }
    });
    producer.start();
    for (int i = 0; i < 5; i++) got.add(q.take());
    producer.join();
    System.out.println(q.getClass().getSimpleName() + " " + got + " " + q.isEmpty() + " "
        + q.poll(1, TimeUnit.MILLISECONDS) + " " + q.poll());
  }

  static void alone(BlockingQueue<Integer> q) {
    System.out.println(q.offer(3) + " " + q.offer(1) + " " + q.offer(2) + " " + q.offer(4) + " "
        + q.remainingCapacity());
    System.out.println(
        q + " " + q.peek() + " " + q.contains(2) + " " + q.remove(2) + " " + q.size());
    Iterator<Integer> it = q.iterator();
    it.next();
    it.remove();
    System.out.println(Arrays.toString(q.toArray()));
    List<Integer> out = new ArrayList<>();
    System.out.println(
        q.drainTo(out, 1) + " " + out + " " + q.drainTo(out) + " " + out + " " + q.poll());
    try {
      q.remove();
    } catch (java.util.NoSuchElementException e) {
      System.out.println("empty");
    }
  }

  static void deques() throws InterruptedException {
    BlockingDeque<String> d = new LinkedBlockingDeque<>(2);
    d.putFirst("b");
    d.putLast("c");
    System.out.println(d.offerFirst("a") + " " + d.offerFirst("a", 1, TimeUnit.MILLISECONDS) + " "
        + d.takeLast() + d.takeFirst() + " " + d.pollLast());
    try {
      d.addFirst("x");
      d.addFirst("y");
      d.addFirst("z");
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    ConcurrentLinkedDeque<Integer> c = new ConcurrentLinkedDeque<>(List.of(1, 2, 3));
    c.addFirst(0);
    c.push(-1);
    c.removeLastOccurrence(2);
    System.out.println(c + " " + c.pollLast() + " " + c.peekFirst() + " " + c.size());
    c.descendingIterator().forEachRemaining(x -> System.out.print(x + ";"));
    ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
    q.addAll(List.of(5, 6, 7));
    q.removeIf(x -> x == 6);
    System.out.println(" " + q + " " + q.poll() + q.poll() + q.poll());
  }

  static void transfers() throws InterruptedException {
    TransferQueue<String> t = new LinkedTransferQueue<>();
    System.out.println(t.tryTransfer("nobody") + " "
        + t.tryTransfer("late", 1, TimeUnit.MILLISECONDS) + " " + t.size());
    Thread taker = new Thread(() -> {
      try {
        System.out.println("took " + t.take());
      } catch (InterruptedException e) {
        System.out.println("interrupted");
      }
    });
    taker.start();
    t.transfer("directly");
    taker.join();
    System.out.println(t.hasWaitingConsumer() + " " + t.getWaitingConsumerCount() + " " + t.poll());
    for (boolean fair : new boolean[] {false, true}) {
      SynchronousQueue<Integer> s = new SynchronousQueue<>(fair);
      System.out.println(s.offer(1) + " " + s.poll() + " " + s.offer(1, 1, TimeUnit.MILLISECONDS)
          + " " + s.size() + s.peek());
      pass(s);
    }
  }

  static void delays() throws InterruptedException {
    DelayQueue<Due> q = new DelayQueue<>();
    q.add(new Due("third", 30));
    q.add(new Due("first", 10));
    q.add(new Due("second", 20));
    System.out.println(q.size() + " " + (q.poll() == null) + " " + q.peek().name);
    System.out.println(q.take().name + " " + q.poll(1, TimeUnit.SECONDS).name + " " + q.take().name
        + " " + q.poll());
  }

  public static void main(String[] args) throws InterruptedException {
    alone(new ArrayBlockingQueue<>(4));
    alone(new LinkedBlockingQueue<>(4));
    alone(new LinkedBlockingDeque<>(4));
    alone(new PriorityBlockingQueue<>(4, Comparator.reverseOrder()));
    alone(new LinkedTransferQueue<>());
    pass(new ArrayBlockingQueue<>(2, true));
    pass(new ArrayBlockingQueue<>(1));
    pass(new LinkedBlockingQueue<>(2));
    pass(new LinkedBlockingQueue<>());
    pass(new LinkedBlockingDeque<>(1));
    pass(new PriorityBlockingQueue<>(1));
    pass(new LinkedTransferQueue<>());
    deques();
    transfers();
    delays();
  }
}
