import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A kiosk with four errors, and six places that look like errors to static analysers. */
public class Kiosk {
  static final Object shelf = new Object(), till = new Object(), gate = new Object();
  static int stock = 2, cash, visits;
  static volatile int tickets;
  static volatile String catalog;
  static boolean delivered;
  private static String order;
  private final String label;

  Kiosk(String label) {
    this.label = label;
  }

  /* restock and pay can deadlock, but only after the delivery. */
  static void restock() {
    synchronized (shelf) {
      stock++;
      if (delivered) {
        synchronized (till) {
          cash--;
        }
      }
    }
  }

  static void pay() {
    synchronized (till) {
      cash++;
      synchronized (shelf) {
        stock--;
      }
    }
  }

  static void deliver() {
    synchronized (shelf) {
      delivered = true;
    }
  }

  /* audit and refund take the same locks in two orders, but never concurrently. */
  static void audit() {
    synchronized (gate) {
      synchronized (shelf) {
        synchronized (till) {
          cash += 0;
        }
      }
    }
  }

  static void refund() {
    synchronized (gate) {
      synchronized (till) {
        synchronized (shelf) {
          cash += 0;
        }
      }
    }
  }

  static synchronized String order() {
    return order;
  }

  static synchronized void order(String what) {
    order = what;
  }

  static int serve() {
    if (order() != null) {
      return order().length();
    }
    return 0;
  }

  static String catalog() {
    if (catalog == null) {
      synchronized (gate) {
        if (catalog == null) {
          catalog = "papers";
        }
      }
    }
    return catalog;
  }

  int width() {
    return label.length();
  }

  static void await() throws InterruptedException {
    synchronized (gate) {
      while (catalog == null) {
        gate.wait();
      }
    }
  }

  static void announce() {
    catalog();
    synchronized (gate) {
      gate.notifyAll();
    }
  }

  /* Never called. */
  static void close() {
    visits = 0;
  }

  static void ask() {
    try {
      await();
    } catch (InterruptedException e) {
      visits = -1;
    }
  }

  static void shop(ExecutorService clerks, Kiosk kiosk) throws InterruptedException {
    clerks.execute(() -> {
      visits++;
      tickets++;
      restock();
    });
    clerks.execute(() -> {
      /* Not under a lock either. */
      visits++;
      tickets++; announce();
    });
    Thread customer = new Thread(() -> {
      order("paper");
      pay();
      audit();
      serve();
    });
    Thread boy = new Thread(() -> {
      deliver();
      order(null);
      refund();
      ask();
    });
    customer.start();
    boy.start();
    customer.join();
    boy.join();
    clerks.shutdown();
    clerks.awaitTermination(1, TimeUnit.MINUTES);
    assert tickets == 2;
    assert kiosk.width() == 5;
  }

  public static void main(String[] args) throws InterruptedException {
    stock = 3;
    shop(Executors.newFixedThreadPool(2), new Kiosk("kiosk"));
  }
}
