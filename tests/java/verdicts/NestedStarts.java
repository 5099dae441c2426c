// Two threads start a child each, in either order. How the program ends does not depend on which
// child becomes the third thread and which the fourth.
public class NestedStarts {
    static void child(int n) {
        Thread t = new Thread(() -> {
            if (n == 1) throw new IllegalStateException("of the second");
        });
        t.setName("child " + n);
        t.start();
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            int n = i;
            new Thread(() -> child(n)).start();
        }
    }
}
