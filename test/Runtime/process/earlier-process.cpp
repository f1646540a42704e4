// What a killed process of the same number left of libomp's in /dev/shm does not end the program; a program that ends by an error leaves nothing.
// RUN: %build -O1 %s -o %t.prog
// DEFINE: %{left} =
// DEFINE: %{content} =
// DEFINE: %{run} = %ours sh -c 'Left=/dev/shm/__KMP_REGISTERED_LIB_$$_$(id -u); printf "%{content}" > $Left; \
// DEFINE:   touch -d "%{left}" $Left; exec %t.prog' | FileCheck %s
// REDEFINE: %{left} = yesterday
// RUN: %{run}
// REDEFINE: %{content} = 0x1000-cafe0000-libomp.so
// RUN: %{run}
// A file that is being written, or was left at once.
// REDEFINE: %{left} = tomorrow
// REDEFINE: %{content} =
// RUN: %{run}
// CHECK: 3 threads
// The same for a child, which has a number of its own. (ThreadSanitizer's own runtime crashes in the child's threads.)
// RUN: %if !thread-sanitizer %{ %ours %t.prog child twice | FileCheck %s --check-prefix=FORK %}
// FORK: 3 threads
// FORK: child: 0
//
// RUN: %ours not --crash %t.prog fail 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: [[NAME:/dev/shm/.*]]
// FAILS: error OT
// RUN: %ours sh -c '%t.prog fail > %t.name 2> /dev/null; true' && not test -e "$(cat %t.name)"

#include <cstdio>
#include <fcntl.h>
#include <omp.h>
#include <pthread.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

static std::string pathOf(int Process) {
  return "/dev/shm/__KMP_REGISTERED_LIB_" + std::to_string(Process) + "_" +
         std::to_string(getuid());
}

static void leaveFile() {
  close(open(pathOf(int(getpid())).c_str(), O_WRONLY | O_CREAT, 0600));
}

/// A child's handlers run in the order of their registration: it finds what is
/// left before the runtime does.
static void leaveFilesToChildren(int, char **Arguments, char **) {
  if (Arguments[1] && *Arguments[1] == 'c')
    pthread_atfork(nullptr, nullptr, leaveFile);
}
__attribute__((section(".preinit_array"), used)) static void (*const Earliest)(
    int, char **, char **) = leaveFilesToChildren;

static int statusOfChild() {
  const pid_t Child = fork();
  int Threads = 0, Status = 0;
  if (Child == 0) {
#pragma omp parallel num_threads(3)
#pragma omp atomic
    Threads++;
    _exit(Threads == 3 ? 0 : 1);
  }
  waitpid(Child, &Status, 0);
  return Status;
}

int main(int Count, char **) {
  int Threads = 0;
#pragma omp parallel num_threads(3)
#pragma omp atomic
  Threads++;
  if (Count == 2) {
    std::puts(pathOf(int(getpid())).c_str());
    std::fflush(stdout);
    omp_set_default_device(1000);
  }
#pragma omp target map(tofrom : Threads)
  Threads += 0;
  std::printf("%d threads\n", Threads);
  std::fflush(stdout);
  if (Count == 3)
    std::printf("child: %d\n", statusOfChild());
}
