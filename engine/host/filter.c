/* See filter.h. A seccomp filter in classic BPF. It checks the architecture, then compares the
 * number of the system call with each row of the table. Some rules also test one argument. */
#include "engine/host/filter.h"
#include "engine/base/check.h"

#include "engine/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(HEDDLE_TRAINING)
#undef ARCH
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#undef ARCH
#endif
#endif

#ifndef ARCH

int filter_enter(void) { return 1; }

#else

enum test { ANY, EQUALS, LACKS }; /* LACKS: none of these bits is set */
struct rule {
  uint32_t call;
  uint8_t test, arg;
  uint32_t value;
};

#define CALL(name) \
  { SYS_##name, ANY, 0, 0 }
static const struct rule rules[] = {
    CALL(read),
    CALL(write),
    CALL(readv),
    CALL(writev),
    CALL(pread64),
    CALL(pwrite64),
    CALL(lseek),
    CALL(close),
    CALL(fstat),
    CALL(getdents64),
    CALL(sendmsg),
    CALL(recvmsg),
    CALL(dup),
    CALL(dup3),
    CALL(memfd_create),
    CALL(ppoll),
    CALL(ftruncate),
    {SYS_newfstatat, EQUALS, 3, AT_EMPTY_PATH}, /* used by fstat(3) in recent C libraries */
    {SYS_mmap, LACKS, 2, PROT_EXEC},
    {SYS_mprotect, LACKS, 2, PROT_EXEC},
    CALL(munmap),
    CALL(mremap),
    CALL(madvise),
    CALL(brk),
    {SYS_fcntl, EQUALS, 1, F_GETFL},
    {SYS_fcntl, EQUALS, 1, F_GETFD},
    {SYS_fcntl, EQUALS, 1, F_SETFD},
    {SYS_ioctl, EQUALS, 1, TCGETS},
    {SYS_ioctl, EQUALS, 1, TIOCGWINSZ},
    {SYS_ioctl, EQUALS, 1, FIONREAD},
    CALL(rt_sigaction),
    CALL(rt_sigprocmask),
    CALL(rt_sigreturn),
    CALL(sigaltstack),
    CALL(restart_syscall),
    CALL(setitimer),
    CALL(clock_gettime),
    CALL(clock_getres),
    CALL(gettimeofday),
    CALL(nanosleep),
    CALL(clock_nanosleep),
    CALL(getrusage),
    CALL(getpid),
    CALL(gettid),
    CALL(futex),
    CALL(sched_yield),
    CALL(sysinfo),
    CALL(getrandom),
    CALL(wait4),
    CALL(exit),
    CALL(exit_group),
#ifdef SYS_poll
    CALL(poll),
    CALL(dup2),
    CALL(time),
#endif
};
enum { RULES = sizeof rules / sizeof rules[0], PER_RULE = 5 };

#define LOAD(field) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
#define SKIP_UNLESS_EQUAL(k, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (k), 0, (n))
#define SKIP_IF_BITS(k, n) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (k), (n), 0)
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, (what))

/* Adds the code for a rule. Tests only the argument's low word, because these arguments do not use
 * the upper half. */
static size_t add_rule(struct sock_filter *at, const struct rule *r) {
  const struct sock_filter any[] = {SKIP_UNLESS_EQUAL(r->call, 1), RETURN(SECCOMP_RET_ALLOW)};
  const struct sock_filter looks[] = {
      SKIP_UNLESS_EQUAL(r->call, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
               (uint32_t)(offsetof(struct seccomp_data, args) + r->arg * sizeof(uint64_t))),
      SKIP_UNLESS_EQUAL(r->value, 1),
      RETURN(SECCOMP_RET_ALLOW),
      LOAD(nr),
  };
  size_t i, n = r->test == ANY ? 2 : 5;
  for (i = 0; i < n; i++) at[i] = r->test == ANY ? any[i] : looks[i];
  if (r->test == LACKS) at[2] = (struct sock_filter)SKIP_IF_BITS(r->value, 1);
  return n;
}

int filter_enter(void) {
  static const struct sock_filter head[] = {LOAD(arch), SKIP_UNLESS_EQUAL(ARCH, 1),
                                            BPF_STMT(BPF_JMP | BPF_JA, 1),
                                            RETURN(SECCOMP_RET_KILL_PROCESS), LOAD(nr)};
  struct sock_filter code[RULES * PER_RULE + 16];
  struct sock_fprog program = {.filter = code};
  size_t n = 0, i;
  for (i = 0; i < sizeof head / sizeof head[0]; i++) code[n++] = head[i];
  for (i = 0; i < RULES; i++) n += add_rule(code + n, &rules[i]);
  code[n++] = (struct sock_filter)RETURN(SECCOMP_RET_ERRNO | EPERM);
  CHECK(n <= sizeof code / sizeof code[0], "the filter fits in its room: %zu", n);
  program.len = (unsigned short)n;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return errno == EINVAL ? 1 : ERR_INTERNAL;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
    return errno == EINVAL || errno == ENOSYS ? 1 : ERR_INTERNAL;
  return 0;
}

#endif
