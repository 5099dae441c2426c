import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** ConcurrentHashMap, blocking queues and similar classes, used by one and by several threads. */
public class ConcurrentCollections {
  public static void main(String[] args) throws InterruptedException {
    ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
    System.out.println(map.put("a", 1) + " " + map.putIfAbsent("a", 2) + " "
        + map.merge("a", 5, Integer::sum) + " " + map.computeIfAbsent("b", String::length) + " "
        + map.replace("b", 1, 9) + " " + map.remove("b", 8) + " " + map);
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) {
      int id = t;
      threads[t] = new Thread(() -> {
        for (int k = 0; k < 60; k++) {
          map.merge("key" + k % 20, 1, Integer::sum);
          map.put(id + "-" + k, k);
          if (k % 2 == 0) {
            map.remove(id + "-" + k);
          }
        }
      });
      threads[t].start();
    }
    for (Thread t : threads) {
      t.join();
    }
    int total = 0;
    for (int k = 0; k < 20; k++) {
      total += map.get("key" + k);
    }
    System.out.println(total + " " + map.size() + " " + map.mappingCount() + " "
        + map.containsKey("2-3") + map.containsKey("2-4"));
    System.out.println(new TreeMap<>(map).firstKey() + " " + map.reduceValues(1000, Integer::sum)
        + " " + map.search(1000, (k, v) -> k.equals("a") ? v : null));
    try {
      map.put("n", null);
    } catch (NullPointerException e) {
      System.out.println("no null");
    }

    LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(3);
    System.out.println(queue.offer(1) + " " + queue.offer(2) + " " + queue.offer(3) + " "
        + queue.offer(4) + " " + queue.remainingCapacity() + " " + queue.peek() + " " + queue.poll()
        + queue);
    System.out.println(
        queue.offer(9, 1, TimeUnit.MILLISECONDS) + " " + queue.offer(8, 1, TimeUnit.MILLISECONDS));
    queue.clear();
    System.out.println(queue.poll(1, TimeUnit.MILLISECONDS));
    Thread producer = new Thread(() -> {
      try {
        for (int i = 1; i <= 20; i++) {
          queue.put(i);
        }
        queue.put(-1);
      } catch (InterruptedException e) {
        System.out.println("no");
      }
    });
    producer.start();
    int sum = 0;
    int last = 0;
    for (int v; (v = queue.take()) != -1; ) {
      assert v == last + 1;
      last = v;
      sum += v;
    }
    producer.join();
    System.out.println(sum);

    BlockingQueue<String> bounded = new ArrayBlockingQueue<>(2);
    List<String> got = Collections.synchronizedList(new ArrayList<>());
    Thread consumer = new Thread(() -> {
      try {
        String s;
        while (!(s = bounded.take()).equals("stop")) {
          got.add(s);
        }
      } catch (InterruptedException e) {
        got.add("interrupted");
      }
    });
    consumer.start();
    for (int i = 0; i < 6; i++) {
      bounded.put("m" + i);
    }
    bounded.put("stop");
    consumer.join();
    System.out.println(got);

    CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
    Iterator<Integer> it = cow.iterator();
    cow.add(4);
    cow.addIfAbsent(4);
    int seen = 0;
    while (it.hasNext()) {
      seen += it.next();
    }
    System.out.println(seen + " " + cow);
    ConcurrentLinkedQueue<Integer> clq = new ConcurrentLinkedQueue<>(List.of(5, 6));
    clq.add(7);
    System.out.println(clq.poll() + " " + clq + " " + clq.size());
    ConcurrentSkipListMap<Integer, String> skip = new ConcurrentSkipListMap<>();
    for (int i = 0; i < 30; i++) {
      skip.put(i * 7 % 30, "s" + i);
    }
    System.out.println(
        skip.firstEntry() + " " + skip.headMap(3) + " " + skip.ceilingKey(29) + " " + skip.size());
  }
}
