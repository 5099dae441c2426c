import java.util.ArrayList;
import java.util.List;

/** Two threads add to one ArrayList. */
public class RaceArrayList {
  public static void main(String[] args) {
    List<Object> list = new ArrayList<>();
    new Thread(() -> list.add("a")).start();
    new Thread(() -> list.add("b")).start();
  }
}
