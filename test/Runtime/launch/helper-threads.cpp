// libomp has no more helper threads for `nowait` than there are processors, and two at least; a number in the environment
// counts.
// UNSUPPORTED: sanitizer
// (ThreadSanitizer starts libomp first.)
// RUN: %build -O2 %s -o %t
// RUN: env LD_LIBRARY_PATH=%libdir %t
// RUN: env LD_LIBRARY_PATH=%libdir LIBOMP_NUM_HIDDEN_HELPER_THREADS=3 %t 3

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <thread>

static int countThreads() {
  int Count = 0;
  DIR *Threads = opendir("/proc/self/task");
  while (dirent *Each = readdir(Threads))
    Count += Each->d_name[0] != '.';
  closedir(Threads);
  return Count;
}

int main(int Count, char **Arguments) {
  const int Processors = int(std::thread::hardware_concurrency());
  const int Helpers =
      Count > 1 ? atoi(Arguments[1]) : std::min(std::max(Processors, 2), 8);
  const int Before = countThreads();
  int Value = 0;
#pragma omp target nowait map(from : Value)
  Value = 9;
#pragma omp taskwait
  // The helpers have one thread that leads them.
  const int New = countThreads() - Before - 1;
  printf("%d, %d helpers of %d\n", Value, New, Helpers);
  return Value != 9 || New != Helpers;
}
