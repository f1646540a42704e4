// What regions do on the host device counts for -fprofile-generate in every way of building, and -fprofile-use applies to regions in all of them.
// REQUIRES: compiler-rt
// UNSUPPORTED: sanitizer
// DEFINE: %{mode} =
// DEFINE: %{build} = %clangxx -O2 -Werror -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %{mode} %s
// DEFINE: %{run} = env LLVM_PROFILE_FILE=%t.profraw OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_CACHE=off
// DEFINE: %{count} = rm -f %t.profraw && %{build} -fprofile-generate -o %t && %{run} %t > %t.out && llvm-profdata merge %t.profraw -o %t.profdata && \
// DEFINE:   llvm-profdata show --counts --function=__omp_offloading %t.profdata | FileCheck %s --check-prefix=COUNT
// RUN: %{count}
// REDEFINE: %{mode} = -foffload-lto
// RUN: %{count}
// REDEFINE: %{mode} = -fopenmp-target-jit
// RUN: %{count}
// A region's own function, which clang inlines on the host.
// COUNT-DAG: {{^}}  __omp_offloading_{{[^ ;.]*}}main_l[[#]]:
// COUNT-DAG: Block counts: [50, 1, 17]
// The loop of another, of which one iteration in a hundred does something else.
// COUNT-DAG: ;__omp_offloading_{{.*}}walk{{.*}}.omp_outlined.omp_outlined:
// COUNT-DAG: Block counts: [{{.*}}100000, 1000

// RUN: rm -rf %t.dump && %{build} -fprofile-use=%t.profdata -o %t.used && %{run} OMP_JIT_DUMP=%t.dump %t.used > %t.used.out && cmp %t.out %t.used.out
// RUN: cat %t.dump/*walk*.before.ll | FileCheck %s --check-prefix=WALK
// WALK: !{!"branch_weights", i32 1000, i32 99000}
// RUN: cat %t.dump/*main*.before.ll | FileCheck %s --check-prefix=MAIN
// MAIN: !{!"branch_weights", i32 1, i32 49}
// REDEFINE: %{mode} =
// RUN: %{build} -fprofile-use=%t.profdata -o %t.used && %{run} %t.used > %t.used.out && cmp %t.out %t.used.out
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fprofile-use=%t.profdata --offload-device-only -S -emit-llvm %s -o - | FileCheck %s --check-prefix=AHEAD
// AHEAD: define {{.*}}main{{.*}} !prof [[Once:![0-9]+]] {
// AHEAD: [[Once]] = !{!"function_entry_count", i64 1}
#include <cstdio>

static long walk(int Steps) {
  long Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)
  for (int I = 0; I < 1000; ++I) {
    unsigned State = I;
    for (int Step = 0; Step < Steps; ++Step) {
      State = State * 1664525u + 1013904223u;
      if (I % 100 == 7)
        State /= (State >> 28) + 3;
      Sum += State & 15;
    }
  }
  return Sum;
}

int main() {
  std::printf("%ld\n", walk(100));
  int Found = 0;
#pragma omp target map(tofrom : Found)
  for (int I = 0; I < 50; ++I)
    Found += I % 3 ? I : -I;
  std::printf("%d\n", Found);
}
