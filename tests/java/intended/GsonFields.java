import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * Two threads read one JSON object, which nobody changes after main has parsed it. Gson keeps the
 * members in a map of its own, which makes its view of the entries when it is first asked for it,
 * and keeps it in a plain field.
 */
public class GsonFields {
  public static void main(String[] args) throws InterruptedException {
    JsonObject stock = JsonParser.parseString("{\"tea\": 3, \"milk\": 4}").getAsJsonObject();
    int[] found = new int[2];
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      int reader = i;
      threads[i] = new Thread(() -> {
        for (var member : stock.entrySet()) {
          found[reader] += member.getValue().getAsInt();
        }
      });
      threads[i].start();
    }
    for (Thread t : threads) {
      t.join();
    }
    if (found[0] != 7 || found[1] != 7) {
      throw new AssertionError(found[0] + " " + found[1]);
    }
  }
}
