// A program with privileges that its caller has not obeys no variable of the caller's: no file is made, no server asked.
// REQUIRES: root
// RUN: %build-deferred -O1 %s -o %t.prog
// RUN: rm -rf %t && mkdir %t && chmod 777 %t && cp %t.prog %t/plain && cp %t.prog %t/raised && chmod 4755 %t/raised
// RUN: %packaged_clang -shared -fPIC -DTOOL -xc %s -o %t/tool.so
// DEFINE: %{folder} =
// DEFINE: %{verbose} =
// DEFINE: %{run} = rm -rf %t/%{folder} && mkdir -m 777 %t/%{folder} && setpriv --reuid=65534 --regid=65534 --clear-groups \
// DEFINE:   env OMP_JIT_STATS=%t/%{folder}/stats OMP_JIT_TRACE=%t/%{folder}/trace OMP_JIT_DUMP=%t/%{folder}/dump \
// DEFINE:   OMP_JIT_RECORD=%t/%{folder}/record LIBOMPTARGET_PROFILE=%t/%{folder}/profile LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RECORD_FOLDER=%t/%{folder} \
// DEFINE:   OMP_JIT_CACHE_REMOTE=redis://127.0.0.1:1 OMP_JIT_CACHE_REMOTE_SECRET=none OMP_JIT_CACHE_DIR=%t/%{folder}/cache \
// DEFINE:   OMP_TOOL_LIBRARIES=%t/tool.so TOOL=%t/%{folder}/loaded \
// DEFINE:   LLD_REPRODUCE=%t/%{folder}/reproduce LIBOMPTARGET_INFO=-1 %{verbose}
// REDEFINE: %{folder} = made
// RUN: %{run} %t/plain 2>&1 | FileCheck %s --check-prefixes=OBEYS,RUNS
// RUN: ls %t/made | FileCheck %s --check-prefix=MADE
// libomp itself does not survive this one beside the library that it has loaded.
// REDEFINE: %{verbose} = OMP_TOOL_VERBOSE_INIT=%t/none/tools
// REDEFINE: %{folder} = none
// RUN: %{run} %t/raised 2>&1 | FileCheck %s --check-prefixes=RAISED,RUNS
// RUN: ls %t/none | count 0
// OBEYS: omptarget device 0 info:
// RAISED-NOT: omptarget
// RUNS: {{^}}6 as {{[0-9]+}}
// RAISED-NOT: omptarget
// MADE: main_l{{.*}}.json
// MADE: cache
// MADE: dump
// MADE: loaded
// MADE: profile
// MADE: record
// MADE-NOT: reproduce
// MADE: stats
// MADE: trace

#ifdef TOOL

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void load(void) {
  close(open(getenv("TOOL"), O_WRONLY | O_CREAT, 0644));
}

#else

#include <cstdio>
#include <unistd.h>

int main() {
  int Sum = 0;
#pragma omp target map(tofrom : Sum)
  for (int I = 0; I < 4; ++I)
    Sum += I;
  std::printf("%d as %d\n", Sum, int(geteuid()));
}

#endif
