import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Stack;
import java.util.Vector;

/**
 * ArrayList, LinkedList, ArrayDeque, PriorityQueue, Stack, Collections; fail-fast iterators.
 */
public class Lists {
  public static void main(String[] args) {
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      list.add(i * 7 % 11);
    }
    System.out.println(list + " " + list.size());
    list.remove(3);
    list.remove(Integer.valueOf(10));
    list.add(2, 99);
    list.set(0, -1);
    System.out.println(list.indexOf(99) + " " + list.lastIndexOf(5) + " " + list.contains(6) + " "
        + list.subList(3, 7));
    list.removeIf(i -> i % 2 == 0);
    list.replaceAll(i -> i * 10);
    System.out.println(list);
    Collections.sort(list);
    System.out.println(
        list + " " + Collections.binarySearch(list, 70) + " " + Collections.max(list));
    list.subList(1, 4).clear();
    Collections.reverse(list);
    Collections.swap(list, 0, 1);
    System.out.println(list + " " + list.hashCode() + " " + list.equals(new LinkedList<>(list)));
    Collections.rotate(list, 2);
    System.out.println(list + " " + Collections.frequency(list, 30) + Collections.nCopies(3, "x")
        + Collections.emptyList() + Collections.singletonList(1));
    try {
      for (Integer i : list) {
        if (i == 30) {
          list.add(1);
        }
      }
    } catch (ConcurrentModificationException e) {
      System.out.println("modified: " + e.getMessage());
    }
    Iterator<Integer> it = list.iterator();
    while (it.hasNext()) {
      if (it.next() > 30) {
        it.remove();
      }
    }
    System.out.println(list);
    try {
      it.next();
    } catch (NoSuchElementException e) {
      System.out.println("no more");
    }
    try {
      list.get(50);
    } catch (IndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    LinkedList<String> linked = new LinkedList<>(List.of("b", "c"));
    linked.addFirst("a");
    linked.addLast("d");
    linked.add(2, "x");
    linked.removeFirstOccurrence("c");
    ListIterator<String> li = linked.listIterator();
    while (li.hasNext()) {
      String s = li.next();
      if (s.equals("x")) {
        li.set("y");
        li.add("z");
      }
    }
    while (li.hasPrevious()) {
      System.out.print(li.previousIndex() + li.previous() + " ");
    }
    System.out.println(linked + linked.peekFirst() + linked.pollLast() + linked.getLast());
    Deque<Integer> deque = new ArrayDeque<>();
    for (int i = 0; i < 30; i++) {
      if (i % 3 == 0) {
        deque.addFirst(i);
      } else {
        deque.addLast(i);
      }
    }
    deque.pollFirst();
    deque.removeLast();
    deque.push(100);
    System.out.println(deque + " " + deque.peekLast() + " " + deque.size());
    Queue<String> heap = new PriorityQueue<>(Collections.reverseOrder());
    Collections.addAll(heap, "m", "z", "a", "q", "c");
    StringBuilder sb = new StringBuilder();
    while (!heap.isEmpty()) {
      sb.append(heap.poll());
    }
    System.out.println(sb);
    Stack<Integer> stack = new Stack<>();
    stack.push(1);
    stack.push(2);
    System.out.println(
        stack.pop() + stack.peek() + " " + stack.search(1) + " " + new Vector<>(stack));
    List<Integer> fixed = List.of(3, 1, 2);
    try {
      fixed.add(4);
    } catch (UnsupportedOperationException e) {
      System.out.println("immutable " + fixed + List.copyOf(list));
    }
    try {
      List.of(1, null);
    } catch (NullPointerException e) {
      System.out.println("no null");
    }
    List<Integer> locked = Collections.unmodifiableList(list);
    list.add(77);
    System.out.println(
        locked + " " + Collections.disjoint(list, fixed) + " " + list.containsAll(List.of(77)));
    List<Integer> sync = Collections.synchronizedList(new ArrayList<>(fixed));
    sync.addAll(1, List.of(8, 9));
    sync.retainAll(List.of(8, 2, 3));
    System.out.println(sync + " " + sync.toArray(new Integer[0]).length);
    list.forEach(i -> System.out.print(i + ";"));
    System.out.println();
  }
}
