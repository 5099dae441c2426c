package shapes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntSupplier;

/** Loops, recursion, dispatch, callbacks: one method per shape that the flow tests check. */
public class Shapes {
  static int hits;

  interface One {
    int one();
  }

  static class OnlyOne implements One {
    public int one() {
      return hits + 1;
    }
  }

  interface Two {
    int two();
  }

  static class FirstTwo implements Two {
    public int two() {
      return 1;
    }
  }

  static class SecondTwo implements Two {
    public int two() {
      return hits;
    }
  }

  /** Never instantiated. */
  static class ThirdTwo implements Two {
    public int two() {
      return hits + 3;
    }
  }

  static int loop(int n) {
    int s = 0;
    while (n > 0) {
      s += n;
      n--;
    }
    return s;
  }

  static int endless() {
    while (true) {
      hits++;
    }
  }

  static int direct(int n) {
    return n == 0 ? 1 : n * direct(n - 1);
  }

  static boolean even(int n) {
    return n == 0 || odd(n - 1);
  }

  static boolean odd(int n) {
    return n != 0 && even(n - 1);
  }

  static int first(int n) {
    return n == 0 ? 0 : second(n - 1);
  }

  static int second(int n) {
    return third(n) + 1;
  }

  static int third(int n) {
    return first(n) + 1;
  }

  static int counted(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
      s += i;
    }
    return s;
  }

  static long hosted() {
    return System.nanoTime();
  }

  static int callOne(One o) {
    return o.one();
  }

  static int callTwo(Two o) {
    return o.two();
  }

  static void afterEndless() {
    endless();
    hits = 7; // unreachable
  }

  static void inHandler(List<Object> list) {
    try {
      list.add(null);
    } catch (IllegalStateException e) {
      hits = 8; // reachable only through an exception
    }
  }

  static int thrower(int n) {
    if (n == 0) {
      throw new IllegalArgumentException();
    }
    return n;
  }

  static int choose(int n) {
    switch (n) {
      case 1:
        return 10;
      case 5:
        return 50;
      default:
        return 0;
    }
  }

  static void target() {
    hits = 9; // what the callbacks lead to
  }

  static void inLambda() {
    IntSupplier s = () -> {
      target();
      return 1;
    };
    s.getAsInt();
  }

  static void byReference() {
    Runnable r = Shapes::target;
    r.run();
  }

  static void inPool(ExecutorService pool) {
    pool.submit(() -> pooled());
  }

  static void pooled() {
    hits = 10;
  }

  static class Worker extends Thread {
    @Override
    public void run() {
      hits = 11;
    }
  }

  static class OtherWorker extends Thread {
    @Override
    public void run() {
      hits = 12;
    }
  }

  static void startWorker() {
    new Worker().start();
  }

  static void startOther() {
    new OtherWorker().start();
  }

  static class Lazy {
    static int value = compute();

    static int compute() {
      return hits + 13;
    }
  }

  static int initialises() {
    return Lazy.value;
  }

  static void unused() {
    hits = 14;
  }

  static int twice(int a) { IntSupplier f = () -> a + 1; return f.getAsInt(); }

  static int overloaded(int a) {
    return a;
  }

  static int overloaded(long a) {
    return (int) a;
  }

  public static void main(String[] args) {
    loop(3);
    direct(3);
    even(4);
    first(2);
    counted(2);
    hosted();
    callOne(new OnlyOne());
    callTwo(new FirstTwo());
    callTwo(new SecondTwo());
    inHandler(new ArrayList<>());
    thrower(1);
    choose(2);
    inLambda();
    byReference();
    inPool(Executors.newFixedThreadPool(1));
    startWorker();
    startOther();
    initialises();
    twice(1);
    overloaded(1);
    overloaded(2L);
    afterEndless();
  }
}
