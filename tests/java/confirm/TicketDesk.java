import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Clerks wait up to 20 ms for a ticket, and measure how long they waited. Bug: after await a clerk
 * takes it for granted that there is a ticket; it may have timed out.
 */
public class TicketDesk {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition available = lock.newCondition();
  private final Deque<Integer> tickets = new ArrayDeque<>();

  int take() throws InterruptedException {
    long start = System.nanoTime();
    lock.lock();
    try {
      if (tickets.isEmpty()) {
        available.await(20, TimeUnit.MILLISECONDS);
      }
      int ticket = tickets.removeFirst();
      long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      System.out.println("ticket " + ticket + (waited > 10_000 ? " late" : " in time"));
      return ticket;
    } finally {
      lock.unlock();
    }
  }

  void issue(int ticket) {
    lock.lock();
    try {
      tickets.addLast(ticket);
      available.signal();
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws Exception {
    TicketDesk desk = new TicketDesk();
    Thread printer = new Thread(() -> desk.issue(41), "printer");
    printer.start();
    desk.take();
    printer.join();
  }
}
