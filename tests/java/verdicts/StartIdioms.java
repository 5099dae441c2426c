import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Workers, a setter and a checker, started in the ways in which programs start threads. The checker
 * fails if it runs between two writes of the setter.
 */
public class StartIdioms {
  static volatile int first, second;
  static int sum;

  static void work(int k) {
    synchronized (StartIdioms.class) {
      sum += k;
    }
    synchronized (StartIdioms.class) {
      sum++;
    }
  }

  static void set() {
    first = 1;
    second = 1;
    first = 0;
  }

  static void check() {
    int two = second, one = first;
    if (one == 1 && two == 1) throw new IllegalStateException("both");
  }

  static class Worker extends Thread {
    final int k;

    Worker(int k) {
      this.k = k;
    }

    @Override public void run() {
      work(k);
    }
  }

  static class Setter extends Thread {
    @Override public void run() {
      set();
    }
  }

  static class Checker extends Thread {
    @Override public void run() {
      check();
    }
  }

  static class WorkTask implements Runnable {
    final int k;

    WorkTask(int k) {
      this.k = k;
    }

    @Override public void run() {
      work(k);
    }
  }

  static class SetTask implements Runnable {
    @Override public void run() {
      set();
    }
  }

  static class CheckTask implements Runnable {
    @Override public void run() {
      check();
    }
  }

  static void direct(int n) {
    for (int i = 0; i < n; i++) new Worker(i).start();
    new Setter().start();
    new Checker().start();
  }

  static void arrayOneByOne(int n) {
    Thread[] ts = new Thread[n + 2];
    for (int i = 0; i < n; i++) {
      ts[i] = new Worker(i);
      ts[i].start();
    }
    ts[n] = new Setter();
    ts[n].start();
    ts[n + 1] = new Checker();
    ts[n + 1].start();
  }

  static void array(int n) {
    Thread[] ts = new Thread[n + 2];
    for (int i = 0; i < n; i++) ts[i] = new Thread(new WorkTask(i));
    ts[n] = new Thread(new SetTask());
    ts[n + 1] = new Thread(new CheckTask());
    for (int i = 0; i < ts.length; i++) ts[i].start();
  }

  static List<Thread> list(int n) {
    List<Thread> ts = new ArrayList<>();
    for (int i = 0; i < n; i++) ts.add(new Worker(i));
    ts.add(new Setter());
    ts.add(new Checker());
    return ts;
  }

  static void lambdas(int n) {
    List<Thread> ts = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      int k = i;
      ts.add(new Thread(() -> work(k)));
    }
    ts.add(new Thread(StartIdioms::set));
    ts.add(new Thread(() -> check()));
    for (Thread t : ts) t.start();
  }

  static void pool(int n) {
    ExecutorService pool = Executors.newFixedThreadPool(n + 2);
    for (int i = 0; i < n; i++) pool.execute(new WorkTask(i));
    pool.execute(new SetTask());
    pool.execute(new CheckTask());
    pool.shutdown();
  }

  static void poolOfLambdas(int n) {
    ExecutorService pool = Executors.newFixedThreadPool(n + 2);
    for (int i = 0; i < n; i++) {
      int k = i;
      pool.execute(() -> work(k));
    }
    pool.execute(StartIdioms::set);
    pool.execute(() -> check());
    pool.shutdown();
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[1]);
    switch (args[0]) {
      case "direct": direct(n); break;
      case "one-by-one": arrayOneByOne(n); break;
      case "array": array(n); break;
      case "list": for (Thread t : list(n)) t.start(); break;
      case "for-each": list(n).forEach(Thread::start); break;
      case "lambdas": lambdas(n); break;
      case "pool": pool(n); break;
      case "pool-of-lambdas": poolOfLambdas(n); break;
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
