import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * An event bus with listeners by type. Bug: publish iterates over the listeners without the lock
 * that subscribe holds, so that a late subscription makes the iteration fail.
 */
public class EventBus {
  interface Event {}

  record UserCreated(String name) implements Event {}

  private final Map<Class<?>, List<Consumer<Object>>> listeners = new LinkedHashMap<>();

  synchronized <E extends Event> void subscribe(Class<E> type, Consumer<? super E> listener) {
    listeners.computeIfAbsent(type, t -> new ArrayList<>()).add(e -> listener.accept(type.cast(e)));
  }

  void publish(Event event) {
    List<Consumer<Object>> found;
    synchronized (this) {
      found = listeners.getOrDefault(event.getClass(), List.of());
    }
    for (Consumer<Object> listener : found) {
      listener.accept(event);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    EventBus bus = new EventBus();
    CountDownLatch mailed = new CountDownLatch(1);
    bus.subscribe(UserCreated.class, e -> mailed.countDown());
    Thread audit = new Thread(
        () -> bus.subscribe(UserCreated.class, e -> System.out.println("audit " + e.name())),
        "audit");
    audit.start();
    bus.publish(new UserCreated("grace"));
    mailed.await();
    audit.join();
  }
}
