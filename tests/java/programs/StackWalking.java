import java.util.List;
import java.util.stream.Collectors;

/** StackWalker, the stacks of threads, caller classes. */
public class StackWalking {
  static List<String> walk() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(frames
            -> frames
                   .map(f
                       -> f.getDeclaringClass().getSimpleName() + "." + f.getMethodName()
                           + f.getDescriptor() + ":" + f.getLineNumber())
                   .collect(Collectors.toList()));
  }

  static int deep(int n) {
    if (n > 0) {
      return deep(n - 1);
    }
    System.out.println(walk());
    return StackWalker.getInstance().walk(
        frames -> (int) frames.filter(f -> f.getMethodName().equals("deep")).count());
  }

  static class Callee {
    static Class<?> caller() {
      return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    System.out.println(deep(50));
    System.out.println(Callee.caller());
    System.out.println(Thread.currentThread().getStackTrace()[1]);
    Thread sleeper = new Thread(() -> {
      try {
        Thread.sleep(100000);
      } catch (InterruptedException e) {
        System.out.println("woken");
      }
    });
    System.out.println(sleeper.getStackTrace().length);
    sleeper.start();
    sleeper.interrupt();
    sleeper.join();
    System.out.println(sleeper.getStackTrace().length + " "
        + Thread.getAllStackTraces().containsKey(Thread.currentThread()));
    StackWalker.getInstance().forEach(f -> System.out.println(f.toStackTraceElement()));
  }
}
