/* Runs a program several times: Spawn COUNT PROGRAM [ARGUMENT...]
 *
 * One line a run: wall-clock nanoseconds from before the fork until it was
 * waited for, and the peak of its resident memory in KiB. A program of its own
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
    printf("%.0f %ld\n", Taken, Used.ru_maxrss);
  }
  return 0;
}
