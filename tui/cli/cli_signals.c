/* Signals that end a command in an orderly way, including the one for the time limit. See cli.h. */
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <unistd.h>

#include "tui/cli/cli.h"

volatile int cli_stop;

static void on_signal(int sig) {
  static volatile sig_atomic_t asked;
  if (asked && sig != SIGALRM) {
    signal(sig, SIG_DFL);
    raise(sig);
    _exit(128 + sig);
  }
  if (sig != SIGALRM) asked = 1;
  if (!cli_stop || sig != SIGALRM) cli_stop = sig;
}

/* A signal that was ignored when heddle started (in a script's background job) stays ignored. */
static void take_signal(int sig) {
  struct sigaction sa = {.sa_handler = on_signal, .sa_flags = SA_NODEFER}, before;
  if (!sigaction(sig, NULL, &before) && before.sa_handler != SIG_IGN) sigaction(sig, &sa, NULL);
}

void cli_signals(void) {
  take_signal(SIGINT);
  take_signal(SIGTERM);
}

static void on_stop(int sig) { cli_stop = sig; }

void cli_stop_on(int sig) {
  struct sigaction sa = {.sa_handler = on_stop};
  sigaction(sig, &sa, NULL);
}

static struct itimerval alarm_in(double seconds) {
  struct itimerval it = {0};
  if (seconds > 0) {
    seconds += 0.05;
    it.it_value.tv_sec = (time_t)seconds;
    it.it_value.tv_usec = (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6);
  }
  return it;
}

void cli_alarm(double seconds) {
  struct itimerval it = alarm_in(seconds);
  struct sigaction sa = {.sa_handler = on_signal};
  if (seconds > 0) sigaction(SIGALRM, &sa, NULL);
  setitimer(ITIMER_REAL, &it, NULL);
}

static void on_processor_alarm(int sig) {
  (void)sig;
  if (!cli_stop) cli_stop = SIGALRM;
}

void cli_processor_alarm(double seconds) {
  struct itimerval it = alarm_in(seconds);
  struct sigaction sa = {.sa_handler = on_processor_alarm};
  if (seconds > 0) sigaction(SIGPROF, &sa, NULL);
  setitimer(ITIMER_PROF, &it, NULL);
}
