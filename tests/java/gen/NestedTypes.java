/**
 * The types in programs of GenNested. In a text, $q is the object itself, $i a number, $e an
 * element or an earlier variable, $o any object, $t a thread, $x the body of a lambda, and $c,
 * $m, $s, $n and $b a collection, a map, a character sequence, a counter and a blocking queue; $C
 * and $M are those that may be stored. A call that begins with ! has no result.
 */
enum NestedTypes {
  COUNT("n", "new AtomicInteger($i)", "", "$q.get()|$q.incrementAndGet()|!$q.set($i)"),
  ARRAY("", "new AtomicIntegerArray(2)", "$q.set(0, 5)",
      "!$q.set(0, $i)|!$q.set(1, $i)|$q.toString()|$q.incrementAndGet(1)"),
  CELLS("", "new AtomicReferenceArray(2)", "$q.set(0, $e)",
      "!$q.set(0, $e)|!$q.set(1, $e)|$q.toString()|$q.getAndUpdate(0, v -> $x)|$q.get(1)"),
  KEY("", "new Key($n)", "", "$q.equals($o)|$q.toString()"),
  PAIR("", "new Pair($e, $e)", "", "$q.toString()|$q.equals($o)|$q.hashCode()"),
  BUFFER("s", "new StringBuffer(\"ab\")", "",
      "!$q.append((Object) $o)|!$q.append((Object) $o)|!$q.append($s)|!$q.insert(0, $s)"
          + "|!$q.insert(1, (Object) $o)|!$q.append($s, 0, 1)|!$q.append((CharSequence) $s)"
          + "|!$q.append(\"x\")|$q.toString()|$q.length()|!$q.setLength($i)|$q.charAt($i)"
          + "|$q.indexOf(\"x\")|$q.compareTo($s)|!$q.reverse()|!$q.setCharAt(0, 'z')"),
  QUEUE("c", "new ConcurrentLinkedQueue()|new ConcurrentLinkedDeque()", "$q.add($e)",
      "$q.add($e)|$q.poll()|$q.contains($o)|$q.contains($i)|$q.peek()|$q.remove($o)|$q.toString()"
          + "|$q.isEmpty()|$q.size()|$q.iterator()"),
  BLOCKING("c b", "new LinkedBlockingQueue(2)|new ArrayBlockingQueue(2)|new ArrayBlockingQueue(1)",
      "$q.offer($e)", "$q.offer($e)|$q.poll()|$q.contains($o)|$q.remove($o)|$q.peek()|$q.size()"
          + "|$q.take()|!$q.put($e)|$q.toString()|$q.drainTo($c)|$q.remainingCapacity()"),
  DEQUE("c b", "new LinkedBlockingDeque(2)", "$q.offer($e)",
      "$q.offerFirst($e)|$q.pollLast()|$q.contains($o)|$q.removeFirstOccurrence($o)|$q.peekFirst()"
          + "|$q.takeFirst()|!$q.putLast($e)|$q.toString()|$q.size()"),
  TRANSFER("c b", "new LinkedTransferQueue()|new SynchronousQueue()", "$q.offer($e)",
      "$q.offer($e)|$q.poll()|$q.contains($o)|$q.peek()|$q.take()|!$q.put($e)|$q.isEmpty()"),
  PRIORITY("c b", "new PriorityBlockingQueue(2, new Turning($n))|new PriorityBlockingQueue()",
      "$q.offer($i)", "$q.offer($e)|$q.poll()|$q.contains($o)|$q.remove($o)|$q.toString()"
          + "|$q.size()"),
  LIST("c l", "new CopyOnWriteArrayList()", "$q.add($e)",
      "$q.add($e)|$q.remove($o)|$q.contains($o)|$q.toString()|$q.equals($o)|$q.hashCode()|$q.size()"
          + "|$q.addIfAbsent($e)|$q.indexOf($o)|$q.addAll($C)|$q.containsAll($c)|$q.set(0, $e)"
          + "|$q.iterator()|$q.removeAll($c)|$q.addAllAbsent($C)|$q.removeIf(v -> v.equals($o))"),
  SET("c", "new CopyOnWriteArraySet()|ConcurrentHashMap.newKeySet()", "$q.add($e)",
      "$q.add($e)|$q.remove($o)|$q.contains($o)|$q.toString()|$q.equals($o)|$q.size()"
          + "|$q.containsAll($c)"),
  PLAIN_LIST("c l", "new ArrayList()|new LinkedList()", "$q.add($e)", "$q.size()|$q.get(0)"),
  PLAIN_MAP("m", "new HashMap()|new TreeMap()", "$q.put($i, $e)", "$q.size()|$q.get($i)"),
  MAP("m", "new ConcurrentHashMap()|new ConcurrentHashMap()|new TwoStepMap()",
      "$q.put($i, $e)|$q.put($e, $i)",
      "$q.put($i, $e)|$q.put($e, $i)|$q.get($o)|$q.get($i)|$q.remove($i)|$q.remove($o)"
          + "|$q.containsValue($o)|$q.containsKey($o)|$q.toString()|$q.equals($o)|$q.hashCode()"
          + "|$q.size()|$q.merge($i, $e, (v, w) -> $x)|$q.compute($i, (v, w) -> $x)"
          + "|$q.computeIfAbsent($i, v -> $x)|$q.replace($i, $e, $e)|$q.remove($i, $o)"
          + "|$q.putIfAbsent($i, $e)|!$q.putAll($M)|$q.isEmpty()"),
  SORTED_MAP("m", "new ConcurrentSkipListMap()|new ConcurrentSkipListMap(new Turning($n))",
      "$q.put($i, $e)",
      "$q.put($i, $e)|$q.get($i)|$q.remove($i)|$q.firstKey()|$q.containsValue($o)|$q.toString()"
          + "|$q.remove($i, $o)|$q.size()|$q.pollFirstEntry()|$q.computeIfAbsent($i, v -> $x)"),
  SORTED_SET("c", "new ConcurrentSkipListSet(new Turning($n))|new ConcurrentSkipListSet()",
      "$q.add($i)", "$q.add($i)|$q.remove($i)|$q.contains($i)|$q.pollFirst()|$q.toString()"),
  VECTOR("c l", "new Vector()|new Vector()|new TwoStepVector()", "$q.add($e)",
      "$q.add($e)|$q.contains($o)|$q.contains($o)|$q.indexOf($o)|$q.remove($o)|$q.toString()"
          + "|$q.equals($o)|$q.hashCode()|$q.addAll($C)|$q.containsAll($c)|$q.removeAll($c)"
          + "|$q.retainAll($c)|$q.size()|$q.get(0)|$q.set(0, $e)|$q.set(1, $e)|!$q.clear()"
          + "|$q.lastIndexOf($o)"
          + "|$q.removeElement($o)|$q.removeIf(v -> v.equals($o))|$q.addAll(0, $C)|$q.iterator()"
          + "|!$q.replaceAll(v -> $x)"),
  STACK("c l", "new Stack()", "$q.push($e)",
      "$q.push($e)|$q.pop()|$q.search($o)|$q.contains($o)|$q.peek()|$q.empty()|$q.equals($o)"),
  TABLE("m", "new Hashtable()|new Hashtable()|new TwoStepTable()", "$q.put($i, $e)|$q.put($e, $i)",
      "$q.put($i, $e)|$q.put($e, $i)|$q.get($o)|$q.get($i)|$q.contains($o)|$q.containsValue($o)"
          + "|$q.containsKey($o)|$q.toString()|$q.equals($o)|$q.hashCode()|$q.remove($o)"
          + "|$q.remove($i)"
          + "|$q.size()|!$q.putAll($M)|$q.merge($i, $e, (v, w) -> $x)|$q.compute($i, (v, w) -> $x)"
          + "|$q.computeIfAbsent($e, v -> $x)|$q.remove($i, $o)|$q.replace($i, $e, $e)"
          + "|!$q.clear()"),
  PROPERTIES("m p", "new Properties()", "$q.setProperty(\"a\", \"1\")|$q.put(\"a\", $i)",
      "$q.setProperty(\"a\", \"2\")|$q.setProperty(\"b\", \"2\")|$q.remove(\"a\")"
          + "|$q.getProperty(\"a\")|$q.get(\"a\")|!$q.clear()|$q.size()"),
  DEFAULTED("m p", "new Properties($p)", "$q.setProperty(\"a\", \"3\")",
      "$q.getProperty(\"a\")|$q.getProperty(\"a\")|$q.getProperty(\"b\")"
          + "|$q.setProperty(\"a\", \"4\")"
          + "|$q.getProperty(\"a\", \"9\")|$q.remove(\"a\")|$q.equals($o)|$q.toString()"
          + "|$q.stringPropertyNames()"),
  SYNC_COLLECTION("c", "Collections.synchronizedCollection($C)", "",
      "$q.add($e)|$q.size()|$q.contains($o)|$q.toString()|$q.remove($o)|$q.isEmpty()|$q.addAll($C)"
          + "|$q.containsAll($c)|$q.removeIf(v -> v.equals($o))"),
  SYNC_SET("c", "Collections.synchronizedSet(ConcurrentHashMap.newKeySet())"
      + "|Collections.synchronizedSet(new CopyOnWriteArraySet($C))", "$q.add($e)",
      "$q.add($e)|$q.size()|$q.contains($o)|$q.toString()|$q.remove($o)|$q.equals($o)|$q.hashCode()"
          + "|$q.addAll($C)"),
  SYNC_LIST("c l", "Collections.synchronizedList($l)", "",
      "$q.add($e)|$q.size()|$q.contains($o)|$q.toString()|$q.remove($o)|$q.equals($o)|$q.hashCode()"
          + "|$q.addAll($C)|$q.get(0)|$q.set(0, $e)|$q.indexOf($o)|$q.lastIndexOf($o)|!$q.clear()"),
  SYNC_MAP("m", "Collections.synchronizedMap($M)", "",
      "$q.put($i, $e)|$q.size()|$q.containsValue($o)|$q.toString()|$q.remove($o)|$q.equals($o)"
          + "|$q.hashCode()|!$q.putAll($M)|$q.get($i)|$q.containsKey($o)|!$q.clear()|$q.isEmpty()"
          + "|$q.merge($i, $e, (v, w) -> $x)|$q.computeIfAbsent($i, v -> $x)|$q.remove($i, $o)"),
  REFERENCE("", "new AtomicReference($e)", "",
      "$q.get()|!$q.set($e)|$q.toString()|$q.getAndUpdate(v -> $x)|$q.updateAndGet(v -> $x)"
          + "|$q.compareAndSet($o, $e)|$q.accumulateAndGet($i, (v, w) -> $x)|$q.getAndSet($e)"),
  FUTURE("", "new FutureTask(-> $x)", "",
      "!$q.run()|$q.isDone()|$q.cancel(true)|$q.get()|$q.isCancelled()|$q.toString()"),
  LATCH("", "new CountDownLatch($i)", "", "!$q.countDown()|!$q.await()|$q.getCount()"),
  LOCK("k", "new ReentrantLock()|new ReentrantLock(true)", "$q.lock()", "$q.isLocked()",
      "!$q.lock()|!$q.lock(); $q.unlock()|!$q.unlock(); $q.isLocked(); $q.hasQueuedThread($t)"
          + "|!$q.lock(); $q.unlock(); $q.hasQueuedThreads()|$q.tryLock()|$q.isLocked()"
          + "|$q.isLocked(); $q.hasQueuedThread($t)|$q.hasQueuedThreads()|$q.getQueueLength()"
          + "|$q.hasQueuedThread($t); $q.isLocked()|$q.isHeldByCurrentThread()|$q.getHoldCount()"
          + "|!$q.unlock()|$q.hasQueuedThread($t)|!$t.interrupt()|!$q.lockInterruptibly()"),
  READ_WRITE("", "new ReentrantReadWriteLock()|new ReentrantReadWriteLock(true)",
      "$q.writeLock().lock()|$q.readLock().lock()", "$q.isWriteLocked(); $q.getReadLockCount()",
      "!$q.writeLock().lock()|!$q.readLock().lock()|!$q.writeLock().unlock()"
          + "|!$q.readLock().unlock()"
          + "|!$q.writeLock().lock(); $q.writeLock().unlock()|$q.writeLock().tryLock()"
          + "|!$q.writeLock().unlock(); $q.isWriteLocked(); $q.hasQueuedThread($t)"
          + "|!$q.readLock().lock(); $q.readLock().unlock()|$q.hasQueuedThreads()"
          + "|$q.isWriteLocked(); $q.hasQueuedThread($t)|$q.getQueueLength()"
          + "|!$q.readLock().unlock(); $q.getReadLockCount(); $q.hasQueuedThread($t)"),
  SEMAPHORE("", "new Semaphore(0)|new Semaphore(1)|new Semaphore(1, true)", "",
      "$q.availablePermits(); $q.hasQueuedThreads()",
      "!$q.acquire()|!$q.release()|$q.tryAcquire()|$q.availablePermits()|$q.hasQueuedThreads()"
          + "|$q.getQueueLength()|!$q.release(); $q.availablePermits(); $q.hasQueuedThreads()"
          + "|!$q.acquire(); $q.release()|$q.drainPermits()"
          + "|$q.availablePermits(); $q.getQueueLength()"
          + "|!$q.acquireUninterruptibly()|!$t.interrupt()"),
  POOL("", "new ThreadPoolExecutor(1, 1, 0L, TimeUnit.SECONDS, $b, r -> daemon(r))"
      + "|new ThreadPoolExecutor(1, 1, 0L, TimeUnit.SECONDS, $b, r -> null)"
      + "|new ThreadPoolExecutor(1, 1, 0L, TimeUnit.SECONDS, $b, r -> null, new RunsOldest())"
      + "|new ThreadPoolExecutor(1, 1, 0L, TimeUnit.SECONDS, $b, r -> null, "
      + "new ThreadPoolExecutor.DiscardOldestPolicy())"
      + "|new ThreadPoolExecutor(1, 1, 0L, TimeUnit.SECONDS, $b, r -> null, "
      + "new ThreadPoolExecutor.CallerRunsPolicy())"
      + "|new ThreadPoolExecutor(1, 1, 0L, TimeUnit.SECONDS, $b, r -> null, "
      + "new ThreadPoolExecutor.DiscardPolicy())", "$q.execute(-> $x)", "$q.isShutdown()",
      "!$q.execute(-> $x)|!$q.execute(-> $x)|!$q.shutdown()|$q.isShutdown(); $q.getQueue().size()"
          + "|$q.getQueue().size()|$q.getQueue().poll()|$q.isTerminated()|$q.getQueue().isEmpty()");

  final java.util.List<String> traits;
  final String[] makes;
  final String[] fills;
  final String look;
  final String[] calls;

  NestedTypes(String traits, String makes, String fills, String calls) {
    this(traits, makes, fills, "$q", calls);
  }

  NestedTypes(String traits, String makes, String fills, String look, String calls) {
    java.util.List<String> all = new java.util.ArrayList<>(java.util.List.of(traits.split(" ")));
    all.add("");
    this.traits = all;
    this.makes = makes.split("\\|");
    this.fills = fills.isEmpty() ? new String[0] : fills.split("\\|");
    this.look = look;
    this.calls = calls.split("\\|");
  }
}
