// abort, exit, a trap and a fatal error of the program's own end the kernel with
// a message, on both kinds of GPU; a warning does not.
// DEFINE: %{end} =
// DEFINE: %{both} = env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY not --crash %t.nvptx %{end} 2>&1 | FileCheck %s --check-prefixes=END,%{end} && \
// DEFINE:   env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY not --crash %t.amdgcn %{end} 2>&1 | FileCheck %s --check-prefixes=END,%{end}
// RUN: %clangxx -fopenmp -O2 -fopenmp-version=52 -fopenmp-targets=nvptx64-nvidia-cuda -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -fopenmp -O2 -fopenmp-version=52 -fopenmp-targets=amdgcn-amd-amdhsa -fopenmp-target-jit %s -o %t.amdgcn
// REDEFINE: %{end} = ABORT
// RUN: %{both}
// REDEFINE: %{end} = EXIT
// RUN: %{both}
// REDEFINE: %{end} = TRAP
// RUN: %{both}
// REDEFINE: %{end} = FATAL
// RUN: %{both}
// REDEFINE: %{end} = WARNING
// RUN: %{both}
// EXIT: exit(3) in device code
// FATAL: OMP: Error: {{.*}}ends.cpp:{{[0-9]+}}:{{[0-9]+}}: no more of it
// WARNING: OMP: Warning: {{.*}}ends.cpp:{{[0-9]+}}:{{[0-9]+}}: take care
// WARNING: ran
// END-NOT: went on
// ABORT: error OT108{{.*}}a trap
// EXIT: error OT108{{.*}}a trap
// TRAP: error OT108{{.*}}a trap
// FATAL: error OT108{{.*}}a trap
// WARNING: error OT108{{.*}}a trap
// END-NOT: went on

#include <cstdio>
#include <cstdlib>
#include <cstring>

enum How { Abort, Exit, Trap, Fatal, Warning };

static void end(How Chosen) {
  int Ran = 0;
#pragma omp target map(tofrom : Ran)
  {
    if (Chosen == Abort)
      abort();
    if (Chosen == Exit)
      exit(3);
    if (Chosen == Trap)
      __builtin_trap();
    if (Chosen == Fatal) {
#pragma omp error at(execution) severity(fatal) message("no more of it")
    }
    if (Chosen == Warning) {
#pragma omp error at(execution) severity(warning) message("take care")
    }
    Ran = 1;
  }
  std::puts(Ran ? "ran" : "went on without it");
}

int main(int, char **Arguments) {
  const char *Names[] = {"ABORT", "EXIT", "TRAP", "FATAL", "WARNING"};
  for (int I = Abort; I <= Warning; ++I)
    if (!std::strcmp(Arguments[1], Names[I]))
      end(How(I));
  // A warning is no end.
  std::fflush(stdout);
  end(Trap);
}
