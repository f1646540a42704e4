// Threads of queues that have nothing to do end before libomp does: it would not wait for the workers that they started.
// RUN: %build -O1 %s -o %t
// RUN: %build-deferred -O1 %s -o %t.jit
// RUN: for Program in %t %t.jit; do \
// RUN:   env LIBOMPTARGET_HOST_QUEUES=1 %ours $Program | FileCheck %s || exit 1; \
// RUN: done
// CHECK: while it runs: some
// CHECK-NEXT: behind exit: none

#include <dirent.h>
#include <stdio.h>
#include <string.h>

static const char *queues() {
  bool HasAny = false;
  DIR *Tasks = opendir("/proc/self/task");
  while (const dirent *Each = readdir(Tasks)) {
    char Path[300], Name[64] = "";
    snprintf(Path, sizeof(Path), "/proc/self/task/%s/comm", Each->d_name);
    if (FILE *File = fopen(Path, "r")) {
      // Workers have the name of who started them.
      HasAny |=
          fgets(Name, sizeof(Name), File) && !strncmp(Name, "ompjit-q", 8);
      fclose(File);
    }
  }
  closedir(Tasks);
  return HasAny ? "some" : "none";
}

// After the handlers of exit, before libraries are taken down.
__attribute__((destructor)) static void atTheEnd() {
  printf("behind exit: %s\n", queues());
}

int main() {
  int Value = 0;
#pragma omp target map(tofrom : Value)
  Value = 1;
  printf("while it runs: %s\n", queues());
  fflush(stdout);
  return Value != 1;
}
