import java.util.Arrays;
import java.util.NoSuchElementException;
import org.apache.commons.collections4.queue.CircularFifoQueue;
import org.apache.commons.collections4.queue.PredicatedQueue;
import org.apache.commons.collections4.list.TreeList;
import org.apache.commons.collections4.list.NodeCachingLinkedList;
import org.apache.commons.collections4.list.CursorableLinkedList;
import org.apache.commons.collections4.list.GrowthList;
import org.apache.commons.collections4.list.LazyList;
import org.apache.commons.collections4.list.SetUniqueList;
import org.apache.commons.collections4.iterators.PeekingIterator;
import java.util.ArrayList;
import java.util.LinkedList;

/** Queues and lists with special behaviour. */
public class CollQueues {
  public static void main(String[] args) {
    CircularFifoQueue<Integer> ring = new CircularFifoQueue<>(3);
    for (int i = 0; i < 5; i++) ring.add(i);
    System.out.println(ring + " " + ring.get(0) + ring.isAtFullCapacity() + ring.poll());
    try {
      ring.get(7);
    } catch (NoSuchElementException e) {
      System.out.println(e.getMessage());
    }
    try {
      PredicatedQueue.predicatedQueue(new LinkedList<Integer>(), x -> x > 0).add(-1);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage().endsWith("rejected it"));
    }
    TreeList<Integer> tree = new TreeList<>();
    for (int i = 0; i < 100; i++) tree.add(i / 2, i);
    long sum = 0;
    for (int i = 0; i < 100; i += 7) sum = sum * 31 + tree.get(i);
    System.out.println(sum + " " + tree.indexOf(50) + tree.subList(10, 14));
    NodeCachingLinkedList<String> nodes = new NodeCachingLinkedList<>(Arrays.asList("a", "b", "c"));
    nodes.remove(1);
    nodes.add("d");
    System.out.println(nodes + nodes.getFirst());
    CursorableLinkedList<Integer> list = new CursorableLinkedList<>(Arrays.asList(1, 2, 3));
    CursorableLinkedList.Cursor<Integer> cursor = list.cursor();
    cursor.next();
    list.add(1, 9);
    System.out.println(cursor.next() + " " + list);
    cursor.close();
    GrowthList<String> growth = new GrowthList<>();
    growth.add(3, "far");
    int[] made = {0};
    LazyList<Integer> lazy = LazyList.lazyList(new ArrayList<>(), () -> ++made[0]);
    System.out.println(growth + " " + lazy.get(2) + made[0] + lazy);
    SetUniqueList<String> unique = SetUniqueList.setUniqueList(new ArrayList<>());
    unique.addAll(Arrays.asList("x", "y", "x"));
    PeekingIterator<String> peek = PeekingIterator.peekingIterator(unique.iterator());
    System.out.println(peek.peek() + peek.next() + peek.next() + peek.hasNext());
  }
}
