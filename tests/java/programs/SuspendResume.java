import java.lang.reflect.InvocationTargetException;

/** Thread.stop, suspend and resume, as the JDK in use implements them. */
public class SuspendResume {
  static volatile int count;
  static volatile boolean end;

  static String call(String name, Thread t) {
    try {
      Thread.class.getMethod(name).invoke(t);
      return "done";
    } catch (InvocationTargetException e) {
      return e.getCause().toString();
    } catch (NoSuchMethodException e) {
      return "no " + name;
    } catch (ReflectiveOperationException e) {
      return e.toString();
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println(call("stop", Thread.currentThread()));
    Thread stopped =
        new Thread(() -> System.out.println("own " + call("stop", Thread.currentThread())));
    stopped.start();
    stopped.join();
    System.out.println("late " + call("stop", stopped));
    Thread t = new Thread(() -> {
      while (!end) {
        count++;
        Thread.yield();
      }
    });
    t.start();
    while (count == 0) Thread.yield();
    String suspended = call("suspend", t);
    Thread.sleep(20);
    int seen = count;
    Thread.sleep(50);
    System.out.println(suspended + " " + (suspended.equals("done") ? count == seen : true));
    System.out.println(call("resume", t));
    if (suspended.equals("done")) while (count == seen) Thread.yield();
    end = true;
    t.join();
    System.out.println(count > 0);
    Thread self =
        new Thread(() -> System.out.println("behind " + call("suspend", Thread.currentThread())));
    self.start();
    Thread.sleep(20);
    while (self.isAlive()) {
      call("resume", self);
      Thread.sleep(1);
    }
    System.out.println(call("resume", self) + " " + call("suspend", self));
  }
}
