// While libomp is not started threads, children and memory routines find device 0, and each what it asks libomp for.
// UNSUPPORTED: sanitizer
// (ThreadSanitizer has a tool, which starts libomp, and both slow a child down.)
// DEFINE: %{start} = env LD_LIBRARY_PATH=%libdir
// RUN: %build -O2 -pthread %s -o %t && %{start} %t
// RUN: %build-deferred -O2 -pthread %s -o %t.jit && %{start} %t.jit

#include "check.h"

#include <atomic>
#include <omp.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern "C" int __kmpc_global_num_threads(void *);

static bool isAsleep() { return __kmpc_global_num_threads(nullptr) == 0; }

static int deviceOfMapping() {
  int Data = 0, Found = -1;
#pragma omp target enter data map(to : Data)
  for (int D = 0; D < 4; ++D)
    Found = omp_target_is_present(&Data, D) ? D : Found;
#pragma omp target exit data map(delete : Data)
  return Found;
}

static bool runsRegion() {
  int Result = 0;
#pragma omp target map(tofrom : Result)
  Result += 5;
  return Result == 5;
}

// Functions of their own: clang starts libomp where a function that has one of
// these begins.
[[gnu::noinline]] static int sumOfTeam() {
  int Sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : Sum)
  Sum += deviceOfMapping();
  return Sum;
}
[[gnu::noinline]] static int valueOfTask() {
  int Value = 0;
#pragma omp target nowait map(from : Value)
  Value = 9;
#pragma omp taskwait
  return Value;
}

static bool offloadsInChild() {
  bool Right = isAsleep() && runsRegion() && deviceOfMapping() == 0;
  omp_set_default_device(2);
  return Right && !isAsleep() && deviceOfMapping() == 2 && sumOfTeam() == 6;
}

static int statusOfChild() {
  fflush(stdout);
  const pid_t Child = fork();
  if (Child == 0)
    _exit(!offloadsInChild());
  int Status = -1;
  waitpid(Child, &Status, 0);
  return Status;
}

static int wrongInThreads() {
  std::atomic<int> Wrong = 0;
  std::vector<std::thread> Threads;
  for (int I = 0; I < 50; ++I)
    Threads.emplace_back([&, I] {
      Wrong += !runsRegion();
      const bool Sets = I % 7 == 0;
      if (Sets)
        omp_set_default_device(I % 4);
      Wrong += deviceOfMapping() != (Sets ? I % 4 : 0);
    });
  for (std::thread &Each : Threads)
    Each.join();
  return Wrong;
}

int main() {
  check("region", runsRegion());
  int Value = 4;
  void *Memory = omp_target_alloc(sizeof(Value), 3);
  check("memory", !omp_target_memcpy(Memory, &Value, sizeof(Value), 0, 0, 3,
                                     omp_get_initial_device()));
  omp_target_free(Memory, 3);
  checkValue("devices", omp_get_num_devices(), 4);
  check("asleep", isAsleep());
  checkValue("child", statusOfChild(), 0);
  check("still asleep", isAsleep());
  checkValue("threads", wrongInThreads(), 0);
  checkValue("main thread", deviceOfMapping(), 0);
  omp_set_default_device(3);
  checkValue("team", sumOfTeam(), 9);
  checkValue("task", valueOfTask(), 9);
  return finish();
}
