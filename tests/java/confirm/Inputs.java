import java.lang.reflect.Proxy;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/**
 * A lost update that is an error only if an input has the value of the second argument. With ? the
 * value is printed. The library may take inputs of the same kind before.
 */
public class Inputs {
  private static volatile int n;

  /** A service, named in a jar. */
  public static class Task implements Runnable {
    @Override public void run() {}
  }

  private static String hashAfter(String what) {
    switch (what) {
      case "future": CompletableFuture.completedFuture("x").join(); break;
      case "forkJoin": ForkJoinPool.commonPool(); break;
      case "format": String.format("%d %s", 1, "a"); break;
      case "proxy":
        Proxy.newProxyInstance(Inputs.class.getClassLoader(), new Class<?>[] {Runnable.class},
            (p, m, x) -> null);
        break;
      case "scanner": new Scanner("1 2").nextInt(); break;
      case "classMap": new HashMap<Object, Object>().put(String.class, 1); break;
      default: break;
    }
    return Integer.toString(System.identityHashCode(new Object()));
  }

  /** After so many calls the JVM compiles the native method. */
  private static String hashAgain() {
    Object first = new Object();
    for (int i = 0; i < 20000; i++) System.identityHashCode(first);
    return Integer.toString(System.identityHashCode(first));
  }

  private static String twoOf(RandomGenerator r) {
    return r.nextInt(1000) + "," + r.nextLong();
  }

  private static String inThread(Callable<String> what) throws Exception {
    FutureTask<String> task = new FutureTask<>(what);
    Thread t = new Thread(task);
    t.start();
    t.join();
    return task.get() + "," + t.getId();
  }

  /** The JVM reads the clock while it opens a jar. */
  private static String timeAfterService() {
    ServiceLoader.load(Runnable.class).findFirst().get().run();
    return Long.toString(System.nanoTime());
  }

  private static String input(String what) throws Exception {
    switch (what) {
      case "random": return Integer.toString(new Random().nextInt(1000));
      case "math": return Integer.toString((int) (Math.random() * 1000));
      case "local": return twoOf(ThreadLocalRandom.current());
      case "split": return twoOf(new SplittableRandom());
      case "secure": return twoOf(new SecureRandom());
      case "uuid": return UUID.randomUUID().toString();
      case "threads": return inThread(() -> input("local"));
      case "hashAgain": return hashAgain();
      case "service": return timeAfterService();
      case "order": return Set.of("a", "b", "c", "d", "e").toString() + Map.of(1, 2, 3, 4, 5, 6);
      default: return hashAfter(what);
    }
  }

  public static void main(String[] args) throws Exception {
    String value = input(args[0]).replace(" ", "");
    if (args[1].equals("?")) {
      System.out.println(value);
      return;
    }
    Thread a = new Thread(() -> n++);
    Thread b = new Thread(() -> n++);
    a.start();
    b.start();
    a.join();
    b.join();
    if (n != 2 && value.equals(args[1])) {
      throw new IllegalStateException("lost with " + value);
    }
  }
}
