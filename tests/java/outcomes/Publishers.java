// random only: the consumers run in the common pool
// outcome: [1, 2, 3] [1, 2, 3]

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SubmissionPublisher;

/** Each subscriber gets all items in order. */
public class Publishers {
  public static void main(String[] args) {
    List<Integer> a = new ArrayList<>(), b = new ArrayList<>();
    SubmissionPublisher<Integer> p = new SubmissionPublisher<>();
    CompletableFuture<Void> first = p.consume(a::add), second = p.consume(b::add);
    for (int i = 1; i <= 3; i++) p.submit(i);
    p.close();
    first.join();
    second.join();
    System.out.println(a + " " + b);
  }
}
