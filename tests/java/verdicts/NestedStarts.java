// Two threads start one each, in either order: which of these is the third thread and which the
// fourth says nothing of how the program ends.
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
