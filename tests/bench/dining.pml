/* Dining.java as a model: N philosophers who take the lower fork first, ROUNDS times. */
#ifndef N
#define N 5
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif
#define FIRST(i) (i < (i + 1) % N -> i : (i + 1) % N)
#define SECOND(i) (i < (i + 1) % N -> (i + 1) % N : i)

bool taken[N];

proctype philosopher(byte i) {
  byte k = 0;
  do
  :: k < ROUNDS ->
    atomic { !taken[FIRST(i)] -> taken[FIRST(i)] = true }
    atomic { !taken[SECOND(i)] -> taken[SECOND(i)] = true }
    taken[SECOND(i)] = false;
    taken[FIRST(i)] = false;
    k++
  :: else -> break
  od
}

init {
  byte i = 0;
  do
  :: i < N -> run philosopher(i); i++
  :: else -> break
  od
}
