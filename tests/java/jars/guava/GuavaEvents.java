import com.google.common.eventbus.AllowConcurrentEvents;
import com.google.common.eventbus.DeadEvent;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import com.google.common.reflect.ClassPath;
import com.google.common.reflect.Invokable;
import com.google.common.reflect.Reflection;
import com.google.common.reflect.TypeToken;
import com.google.common.reflect.TypeParameter;
import com.google.common.collect.MutableClassToInstanceMap;
import com.google.common.reflect.ImmutableTypeToInstanceMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The event bus and type tokens. */
public class GuavaEvents {
  public static class Listener {
    final List<String> heard = new ArrayList<>();
    @Subscribe public void number(Integer i) { heard.add("i" + i); }
    @Subscribe @AllowConcurrentEvents public void text(CharSequence s) { heard.add("s" + s); }
    @Subscribe public void dead(DeadEvent e) { heard.add("dead " + e.getEvent()); }
    @Subscribe public void bad(Long l) { throw new IllegalStateException("bad " + l); }
  }

  static <K> TypeToken<Map<K, List<Integer>>> mapOf(Class<K> k) {
    return new TypeToken<Map<K, List<Integer>>>() {}.where(new TypeParameter<K>() {}, k);
  }

  interface Greeter { String greet(String who); }

  public static void main(String[] args) throws Exception {
    EventBus bus = new EventBus((e, context)
                                    -> System.out.println("handler " + e.getMessage() + " "
                                        + context.getSubscriberMethod().getName()));
    Listener l = new Listener();
    bus.register(l);
    bus.post(4);
    bus.post("text");
    bus.post(2.5);
    bus.post(8L);
    bus.unregister(l);
    bus.post(5);
    System.out.println(l.heard);
    System.out.println(mapOf(String.class) + " " + new TypeToken<List<? extends Number>>() {
    }.isSupertypeOf(new TypeToken<ArrayList<Integer>>() {
    }) + TypeToken.of(ArrayList.class).getTypes().interfaces().rawTypes().size());
    System.out.println(new TypeToken<ArrayList<String>>() {}.resolveType(
        List.class.getMethod("get", int.class).getGenericReturnType()));
    System.out.println(Invokable.from(Listener.class.getMethod("number", Integer.class)).isPublic()
        + Reflection.getPackageName("a.b.C"));
    Greeter g =
        Reflection.newProxy(Greeter.class, (proxy, method, a) -> method.getName() + " " + a[0]);
    System.out.println(g.greet("you"));
    MutableClassToInstanceMap<Number> m = MutableClassToInstanceMap.create();
    m.putInstance(Integer.class, 3);
    System.out.println(m.getInstance(Integer.class) + " " + m.getInstance(Long.class)
        + ImmutableTypeToInstanceMap.<Object>builder()
              .put(String.class, "s")
              .build()
              .getInstance(String.class));
  }
}
