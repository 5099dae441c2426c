/**
 * Objects are written before they escape: published racily, under a lock, through a volatile, by a
 * started thread, through a chain of objects.
 */
public class Escapes {
  int value;
  Escapes next;

  static Escapes racy;
  static Escapes locked;
  static volatile Escapes loud;
  static final Object lock = new Object();
  static int sum;

  Escapes(int v) {
    value = v;
  }

  static Escapes chain(int n) {
    Escapes head = null;
    for (int i = 0; i < n; i++) {
      Escapes e = new Escapes(i);
      e.next = head;
      head = e;
    }
    return head;
  }

  static int total(Escapes e) {
    int s = 0;
    for (; e != null; e = e.next) {
      s += e.value;
    }
    return s;
  }

  public static void main(String[] args) throws InterruptedException {
    Escapes given = chain(2);
    Thread a = new Thread(() -> {
      racy = chain(2);
      synchronized (lock) {
        locked = chain(1);
      }
      loud = chain(2);
      given.value++;
      new Thread(() -> given.next.value++).start();
    });
    Thread b = new Thread(() -> {
      sum += total(racy);
      Escapes e;
      synchronized (lock) {
        e = locked;
      }
      sum += total(e);
      sum += total(loud);
    });
    a.start();
    b.start();
    given.value++;
    a.join();
    b.join();
    sum += total(given) + total(racy);
  }
}
