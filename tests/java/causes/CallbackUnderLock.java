import java.util.ArrayList;
import java.util.List;

/** A model calls its listeners under its lock; the view takes its own lock first, elsewhere. */
public class CallbackUnderLock {
  interface Listener {
    void changed(int value);
  }

  static class Model {
    private final List<Listener> listeners = new ArrayList<>();
    private int value;

    synchronized void add(Listener l) {
      listeners.add(l);
    }

    synchronized void set(int v) {
      value = v;
      for (Listener l : listeners) l.changed(v);
    }

    synchronized int get() {
      return value;
    }
  }

  static class View implements Listener {
    private final Model model;
    private int shown;

    View(Model model) {
      this.model = model;
    }

    public synchronized void changed(int value) {
      shown = value;
    }

    synchronized void repaint() {
      shown = model.get();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Model model = new Model();
    View view = new View(model);
    model.add(view);
    Thread painter = new Thread(view::repaint, "painter");
    painter.start();
    model.set(7);
    painter.join();
  }
}
