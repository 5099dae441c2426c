// Programs from papers on partial-order reduction that give their number of Mazurkiewicz traces
// (Flanagan and Godefroid 2005; Abdulla, Aronis, Jonsson and Sagonas 2017). Threads share array
// elements or monitors. Main joins them only if the third argument is `join`.
//   Executions NAME N [join]
import java.util.concurrent.atomic.AtomicIntegerArray;

public class Executions {
    static Thread[] threads(int n, java.util.function.IntConsumer body) {
        Thread[] all = new Thread[n];
        for (int i = 0; i < n; i++) {
            final int me = i;
            all[i] = new Thread(() -> body.accept(me));
        }
        return all;
    }

    // One writer, n readers: each reads before or after the write.
    static Thread[] readers(int n) {
        int[] x = new int[1];
        return threads(n + 1, me -> {
            if (me == 0) x[0] = 1;
            else if (x[0] > 1) throw new AssertionError();
        });
    }

    // n threads each write their element from the previous one; one more looks for the last zero.
    static Thread[] lastzero(int n) {
        int[] a = new int[n + 1];
        return threads(n + 1, me -> {
            if (me > 0) {
                a[me] = a[me - 1] + 1;
                return;
            }
            int i = n;
            while (a[i] != 0) i--;
        });
    }

    // Each thread puts four values into a table of 128; collisions start with the twelfth thread.
    static Thread[] indexer(int n) {
        final int size = 128;
        AtomicIntegerArray table = new AtomicIntegerArray(size);
        return threads(n, me -> {
            for (int m = 1; m <= 4; m++) {
                int w = m * 11 + me, h = w * 7 % size;
                while (!table.compareAndSet(h, 0, w)) h = (h + 1) % size;
            }
        });
    }

    // 32 inodes and 26 blocks, each with a lock.
    static Thread[] filesystem(int n) {
        final int inodes = 32, blocks = 26;
        Object[] inodeLock = new Object[inodes], blockLock = new Object[blocks];
        int[] inode = new int[inodes];
        boolean[] busy = new boolean[blocks];
        for (int i = 0; i < inodes; i++) inodeLock[i] = new Object();
        for (int i = 0; i < blocks; i++) blockLock[i] = new Object();
        Object[] inodeOf = inodeLock, blockOf = blockLock;
        return threads(n, me -> {
            int i = me % inodes;
            synchronized (inodeOf[i]) {
                if (inode[i] != 0) return;
                for (int b = i * 2 % blocks;; b = (b + 1) % blocks)
                    synchronized (blockOf[b]) {
                        if (busy[b]) continue;
                        busy[b] = true;
                        inode[i] = b + 1;
                        return;
                    }
            }
        });
    }

    // n threads take one lock.
    static Thread[] lock(int n) {
        Object lock = new Object();
        int[] count = new int[1];
        return threads(n, me -> {
            synchronized (lock) { count[0]++; }
        });
    }

    // n philosophers, one round: the lower fork first, or with `any` the left one first.
    static Thread[] philosophers(int n, boolean ordered) {
        Object[] fork = new Object[n];
        for (int i = 0; i < n; i++) fork[i] = new Object();
        return threads(n, me -> {
            int left = me, right = (me + 1) % n;
            Object first = fork[ordered ? Math.min(left, right) : left];
            Object second = fork[ordered ? Math.max(left, right) : right];
            synchronized (first) {
                synchronized (second) { }
            }
        });
    }

    static int[] table = new int[1];

    // Threads 0 and 1 start children that read or write; thread 2 writes; 0 and n others read.
    static Thread[] children(int n) {
        Runnable write = () -> table[0] = 1, read = () -> {
            if (table[0] > 1) throw new AssertionError();
        };
        return threads(n + 3, me -> {
            if (me == 0) new Thread(write).start();
            if (me != 1 && me != 2) read.run();
            if (me < 2) new Thread(read).start();
            if (me == 2) write.run();
        });
    }

    // Two threads start a child that writes, one of them after a read; n threads read.
    static Thread[] begun(int n) {
        int[] x = new int[1];
        Runnable write = () -> x[0] = 1, read = () -> {
            if (x[0] > 1) throw new AssertionError();
        };
        return threads(n + 2, me -> {
            if (me != 1) read.run();
            if (me < 2) new Thread(write).start();
        });
    }

    // n threads and main end in any order; then a shutdown hook runs.
    static Thread[] hook(int n) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { }));
        return threads(n, me -> { });
    }

    static Thread[] made(String name, int n) {
        switch (name) {
            case "readers": return readers(n);
            case "lastzero": return lastzero(n);
            case "indexer": return indexer(n);
            case "filesystem": return filesystem(n);
            case "lock": return lock(n);
            case "philosophers": return philosophers(n, true);
            case "children": return children(n);
            case "begun": return begun(n);
            case "hook": return hook(n);
            case "hungry": return philosophers(n, false);
            default: throw new IllegalArgumentException(name);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] all = made(args[0], Integer.parseInt(args[1]));
        for (Thread t : all) t.start();
        if (args.length > 2)
            for (Thread t : all) t.join();
    }
}
