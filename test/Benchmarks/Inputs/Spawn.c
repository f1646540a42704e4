/* Runs a program several times: Spawn COUNT PROGRAM [ARGUMENT...]
 *
 * One line a run: wall-clock nanoseconds from before the fork until it was
 * waited for, nanoseconds of processor time, and the peak of resident memory in
 * KiB. The time is that of the program and of all the processes that it waited
 * for, the memory that of the largest of these. A program of its own
 * because the kernel counts what the forking process held as the child's: a
 * script's interpreter is larger than what is measured.
 */

#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double nowNs(void) {
  struct timespec Now;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  return 1e9 * (double)Now.tv_sec + (double)Now.tv_nsec;
}

static double ns(struct timeval Time) {
  return 1e9 * (double)Time.tv_sec + 1e3 * (double)Time.tv_usec;
}

int main(int Count, char **Arguments) {
  int Runs = Count > 2 ? atoi(Arguments[1]) : 0;
  for (int I = 0; I < Runs; ++I) {
    pid_t Child;
    int Status;
    struct rusage Used;
    double Start = nowNs();
    int Failed =
        posix_spawn(&Child, Arguments[2], NULL, NULL, Arguments + 2, environ);
    if (Failed) {
      fprintf(stderr, "Spawn: %s: %s\n", Arguments[2], strerror(Failed));
      return 1;
    }
    wait4(Child, &Status, 0, &Used);
    double Taken = nowNs() - Start;
    if (Status) {
      fprintf(stderr, "Spawn: %s ended with status %d\n", Arguments[2], Status);
      return 1;
    }
    double Busy = ns(Used.ru_utime) + ns(Used.ru_stime);
    printf("%.0f %.0f %ld\n", Taken, Busy, Used.ru_maxrss);
  }
  return 0;
}
