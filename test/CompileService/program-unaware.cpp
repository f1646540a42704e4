// A program with compile servers waits for any child, closes all descriptors, forks, and sees nothing of them.
// RUN: %clangxx -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: env OMP_JIT_COMPILER=process OMP_JIT_CACHE=off OMP_JIT_THRESHOLD=1000 timeout 120 %t 2>&1 | FileCheck %s
// RUN: env OMP_JIT_COMPILER=node OMP_JIT_CACHE=off OMP_JIT_THRESHOLD=1000 timeout 120 %t 2>&1 | FileCheck %s
// RUN: env OMP_JIT_COMPILER=process OMP_JIT_ASYNC=1 OMP_JIT_CACHE=off OMP_JIT_THRESHOLD=1000 timeout 120 %t 2>&1 | FileCheck %s
// CHECK-NOT: warning
// CHECK: wrong: 0
// CHECK-NOT: warning

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t NumSignals;

static void count(int) { NumSignals = NumSignals + 1; }

/// Compiled for each value.
static bool isRight(int X) {
  int Result = 0;
#pragma omp target map(tofrom : Result)
  for (int I = 0; I < X; ++I)
    Result += X;
  return Result == X * X;
}

/// A server that starts in the background has a process between it and us for a
/// moment, which only __WALL sees. Every other wait must see none.
static bool hasNoChildLeft() {
  for (int Try = 0; Try < 1000; ++Try) {
    if (waitpid(-1, nullptr, WNOHANG | __WALL) == -1)
      return errno == ECHILD;
    usleep(10000);
  }
  return false;
}

/// No child but our own, and no signal of another one's end.
static bool waitsForItsOwnOnly() {
  if (waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD)
    return false;
  const pid_t Child = fork();
  if (Child == 0)
    _exit(0);
  int Status = -1;
  return wait(&Status) == Child && Status == 0 && hasNoChildLeft();
}

/// As a daemon does. The files that take their numbers stay empty.
static bool closesAll() {
  for (int File = 3; File < 256; ++File)
    close(File);
  char Name[] = "/tmp/ompjit-test-XXXXXX";
  int Files[40];
  bool Right = true;
  for (int &Each : Files)
    Each = &Each == Files ? mkstemp(Name) : dup(Files[0]);
  unlink(Name);
  Right = isRight(21) && isRight(22);
  struct stat Info;
  for (int Each : Files)
    Right &= fstat(Each, &Info) == 0 && Info.st_size == 0 && !close(Each);
  return Right;
}

/// Both have compiles to do, at the same time.
static bool forks() {
  const pid_t Child = fork();
  bool Right = isRight(31) && isRight(32);
  if (Child == 0)
    exit(!Right);
  int Status = -1;
  return waitpid(Child, &Status, 0) == Child && Status == 0 && Right;
}

int main() {
  signal(SIGCHLD, count);
  signal(SIGPIPE, count);
  int Wrong = !isRight(11);
  Wrong += !isRight(12);
  Wrong += NumSignals != 0;
  Wrong += !waitsForItsOwnOnly();
  Wrong += NumSignals != 1;
  Wrong += !closesAll();
  Wrong += !forks();
  Wrong += NumSignals != 2;
  Wrong += !waitsForItsOwnOnly();
  printf("wrong: %d\n", Wrong);
}
