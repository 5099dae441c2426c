/** Two people share a spoon, and each insists that the other eats first. */
public class Polite {
  static class Spoon {
    volatile Diner owner;
  }

  static class Diner {
    final String name;
    volatile boolean hungry = true;

    Diner(String name) {
      this.name = name;
    }

    void eat(Spoon spoon, Diner spouse) {
      while (hungry) {
        if (spoon.owner != this) {
          Thread.yield();
        } else if (spouse.hungry) {
          spoon.owner = spouse;
        } else {
          hungry = false;
          spoon.owner = spouse;
        }
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Diner anna = new Diner("Anna"), ben = new Diner("Ben");
    Spoon spoon = new Spoon();
    spoon.owner = anna;
    Thread a = new Thread(() -> anna.eat(spoon, ben), "Anna");
    Thread b = new Thread(() -> ben.eat(spoon, anna), "Ben");
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
