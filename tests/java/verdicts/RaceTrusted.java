import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Both accesses of each race are in the library, but the data belongs to the program or to a
 * class that is not thread-safe.
 */
public class RaceTrusted {
  static class Task extends RecursiveTask<String> {
    @Override
    protected String compute() {
      return "done";
    }
  }

  interface Body {
    Object run(boolean first) throws Throwable;
  }

  static final char[] chars = new char[2];
  static final byte[] bytes = new byte[8];
  static final int[] ints = new int[2];
  static final Object[] objects = {"a", "b"};

  static Body body(String what) throws Exception {
    switch (what) {
      case "digest": {
        MessageDigest d = MessageDigest.getInstance("SHA-1");
        return first -> {
          d.update((byte) 1);
          return null;
        };
      }
      case "encoder": {
        CharsetEncoder e = StandardCharsets.UTF_8.newEncoder();
        return first -> e.encode(CharBuffer.wrap("ab"));
      }
      case "getChars":
        return first -> {
          "ab".getChars(0, 2, chars, 0);
          return null;
        };
      case "newString": return first -> first ? new String(chars) : getChars();
      case "getBytes":
        return first -> {
          "ab".getBytes(0, 2, bytes, 0);
          return null;
        };
      case "decode":
        return first -> first ? new String(bytes, StandardCharsets.UTF_8) : randomBytes();
      case "copyOnWrite": {
        List<Object> all = new CopyOnWriteArrayList<>(List.of("c", "d"));
        return first -> all.toArray(objects);
      }
      case "copyOnWriteOf": {
        List<Object> all = new CopyOnWriteArrayList<>(List.of("c", "d"));
        return first -> first ? new CopyOnWriteArrayList<>(objects) : all.toArray(objects);
      }
      case "elements": {
        LinkedBlockingQueue<Object> other = new LinkedBlockingQueue<>(List.of("c", "d"));
        return first -> first ? new AtomicReferenceArray<>(objects) : other.toArray(objects);
      }
      case "allOf": {
        CompletableFuture<?>[] all = {CompletableFuture.completedFuture("a")};
        LinkedBlockingQueue<CompletableFuture<?>> other =
            new LinkedBlockingQueue<>(List.of(CompletableFuture.completedFuture("b")));
        return first -> first ? CompletableFuture.allOf(all) : other.toArray(all);
      }
      case "setter": {
        MethodHandle set = MethodHandles.arrayElementSetter(int[].class);
        return first -> {
          set.invokeExact(ints, 0, 1);
          return null;
        };
      }
      case "reflection":
        return first -> {
          Array.setInt(ints, 0, 1);
          return null;
        };
      case "wrap": return first -> ByteBuffer.wrap(bytes).putLong(0, 5);
      case "direct": {
        ByteBuffer direct = ByteBuffer.allocateDirect(8);
        return first -> first ? direct.put(0, (byte) 1) : direct.get(0);
      }
      case "iterator": {
        Iterator<String> i = new CopyOnWriteArrayList<>(new String[] {"a", "b"}).iterator();
        return first -> i.next();
      }
      case "keys": {
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        map.put("a", "b");
        Iterator<String> i = map.keySet().iterator();
        return first -> i.hasNext() ? i.next() : null;
      }
      case "queue": {
        Iterator<String> i = new LinkedBlockingQueue<>(List.of("a", "b")).iterator();
        return first -> i.next();
      }
      case "locale": {
        Locale.Builder b = new Locale.Builder();
        return first -> b.setLanguage("en");
      }
      case "formatter": {
        DateTimeFormatterBuilder b = new DateTimeFormatterBuilder();
        return first -> b.padNext(2);
      }
      case "rawResult": {
        Task t = new Task();
        return first -> first ? t.invoke() : t.getRawResult();
      }
      case "joined": { /* used as documented: no race */
        Task t = new Task();
        return first -> first ? t.invoke() : t.join();
      }
      default: throw new IllegalArgumentException(what);
    }
  }

  static int getChars() {
    "ab".getChars(0, 2, chars, 0);
    return 0;
  }

  static Object randomBytes() {
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  static void run(Body b, boolean first) {
    try {
      b.run(first);
    } catch (Throwable t) {
      /* the result does not matter */
    }
  }

  public static void main(String[] args) throws Exception {
    Body b = body(args[0]);
    Thread t = new Thread(() -> run(b, true));
    t.start();
    run(b, false);
    t.join();
  }
}
