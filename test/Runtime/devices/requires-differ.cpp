// A requires clause that holds for a part of the program only is an error that names it.
// Sanitizers refuse to load libraries with RTLD_DEEPBIND.
// UNSUPPORTED: sanitizer
// Flags as other compilers pass them:
// RUN: %build -O1 -DFLAGS=4 %s -o %t.differ -ldl
// RUN: not --crash %ours %t.differ 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: %build -O1 -DFLAGS=8 %s -o %t.agree -ldl
// RUN: %ours %t.agree | FileCheck %s --check-prefix=AGREE
// What only one file of a program says holds for dynamic_allocators.
// RUN: %build -O1 -DFLAGS=24 %s -o %t.allocators -ldl
// RUN: %ours %t.allocators | FileCheck %s --check-prefix=AGREE
// A library that requires it when data has been mapped:
// RUN: %build -O1 -DLIBRARY -shared -fPIC %s -o %t.so
// RUN: %build -O1 -DLATE %s -o %t.late -ldl
// RUN: not --crash %ours %t.late %t.so 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: %build-deferred -O1 -DLATE %s -o %t.jit -ldl
// RUN: not --crash %ours %t.jit %t.so 2>&1 | FileCheck %s --check-prefix=LATE
//
// DIFFER: error OT110: {{.*}}'requires unified_address' holds for a part of the program only; write the directive into every file
// AGREE: 2
// LATE: before: 2
// LATE-NEXT: error OT110: {{.*}}'requires unified_shared_memory' holds for a part of the program only

#include <cstdint>
#include <cstdio>
#include <dlfcn.h>

#ifndef LATE
#pragma omp requires unified_shared_memory
#endif

#ifdef FLAGS
namespace {
struct Entry {
  uint64_t Reserved;
  uint16_t Version, Kind;
  uint32_t Flags;
  void *Address;
  const char *Name;
  uint64_t Size, Data;
  void *Aux;
};
} // namespace
[[gnu::used, gnu::section("llvm_offload_entries")]] static Entry Other = {
    0, 1, 1, 0x10, nullptr, "", 0, FLAGS, nullptr};
#endif

extern "C" int add() {
  int N = 1;
#pragma omp target map(tofrom : N)
  ++N;
  return N;
}

#ifndef LIBRARY
int main(int, char **Arguments) {
  (void)Arguments;
#ifdef LATE
  std::printf("before: %d\n", add());
  std::fflush(stdout);
  void *Library = dlopen(Arguments[1], RTLD_NOW | RTLD_DEEPBIND);
  auto *There = reinterpret_cast<int (*)()>(dlsym(Library, "add"));
  std::printf("after: %d\n", There());
#else
  std::printf("%d\n", add());
#endif
}
#endif
