// Images are loaded from files that processes share, and from memory where there is no folder for them.
// UNSUPPORTED: sanitizer
// RUN: rm -rf %t.images %t.cache
// RUN: %build -O1 %s -o %t.ahead
// RUN: %build-deferred -O1 %s -o %t.deferred
// DEFINE: %{run} = env LD_LIBRARY_PATH=%libdir OMP_JIT_CACHE_DIR=%t.cache LIBOMPTARGET_IMAGE_FOLDER
// RUN: %{run}=%t.images %t.ahead | FileCheck %s --check-prefix=AHEAD
// RUN: %{run}=%t.images %t.ahead | FileCheck %s --check-prefix=AHEAD
// RUN: ls %t.images | count 1
// RUN: %{run}=%t.images %t.deferred | FileCheck %s --check-prefix=DEFERRED
// RUN: %{run}=%t.images %t.deferred | FileCheck %s --check-prefix=DEFERRED
// RUN: ls %t.images | count 2
// RUN: %{run}=none %t.ahead | FileCheck %s --check-prefix=MEMORY
// RUN: %{run}=none %t.deferred | FileCheck %s --check-prefix=MEMORY
// AHEAD: {{^}}42 in {{.*}}.images/openmp_image-{{[0-9a-f]+}}.so
// DEFERRED: {{^}}42 in {{.*}}.images/__omp_offloading_main_l[[#]]-{{[0-9a-f]+}}.so
// MEMORY: {{^}}42 in memfd:
//
// What others may write to is not used; a value that is no path is told.
// RUN: chmod go+w %t.images
// RUN: %{run}=%t.images %t.ahead | FileCheck %s --check-prefix=MEMORY
// RUN: %{run}=images %t.ahead 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: warning: LIBOMPTARGET_IMAGE_FOLDER=images is not understood

#include <cstdio>
#include <cstring>

/// Where the code of the last image is.
static void printImage() {
  char Line[4096], Found[4096] = "?";
  FILE *Maps = std::fopen("/proc/self/maps", "r");
  while (std::fgets(Line, sizeof(Line), Maps)) {
    const char *Name = std::strstr(Line, "/memfd:");
    Name = Name ? Name + 1 : std::strstr(Line, "/");
    if (std::strstr(Line, "memfd:") ||
        (std::strstr(Line, "-") && std::strstr(Line, ".images/")))
      std::strcpy(Found, Name);
  }
  std::fclose(Maps);
  std::printf("%s", Found);
}

int main() {
  int Answer = 0;
#pragma omp target map(from : Answer)
  Answer = 42;
  std::printf("%d in ", Answer);
  printImage();
}
