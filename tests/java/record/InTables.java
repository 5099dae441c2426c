import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tables ordered by identity hash codes, sets with a random salt, a shuffled list. */
public class InTables {
  static final class Job {
    final int number;
    int done;

    Job(int number) {
      this.number = number;
    }
  }

  static int order;

  static void work(Set<Job> jobs) {
    for (Job job : jobs) {
      job.done = ++order;
    }
  }

  public static void main(String[] args) throws Exception {
    Set<Job> jobs = new HashSet<>();
    Map<Object, Job> names = new HashMap<>();
    for (int i = 0; i < 6; i++) {
      Job job = new Job(i);
      jobs.add(job);
      names.put(new Object(), job);
    }
    Thread a = new Thread(() -> work(jobs));
    a.start();
    for (Job job : names.values()) {
      job.done += 100;
    }
    a.join();
    for (String s : Set.of("one", "two", "three", "four", "five")) {
      order += s.length() * order;
    }
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5));
    Collections.shuffle(list);
    order = order * 10 + list.get(0);
    System.out.println(order);
  }
}
