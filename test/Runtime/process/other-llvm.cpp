// A program that uses an LLVM of its own compiles regions at run time with ours; neither sees the other.
// UNSUPPORTED: sanitizer
// (The packaged LLVM was built without one.)
// DEFINE: %{llvm} = -I%packaged_libdir/../include -L%packaged_libdir -lLLVM-22
// RUN: %build -O2 %s -o %t %{llvm}
// RUN: env LD_LIBRARY_PATH=%libdir:%packaged_libdir OMP_TARGET_OFFLOAD=MANDATORY %t
// RUN: %build-deferred -O2 %s -o %t.jit %{llvm}
// RUN: env LD_LIBRARY_PATH=%libdir:%packaged_libdir OMP_JIT_STATS=%t.json OMP_TARGET_OFFLOAD=MANDATORY %t.jit
// RUN: FileCheck %s --input-file %t.json
// CHECK: "compiles": {{[1-9]}}

#include "check.h"

#include <llvm-c/Core.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <omp.h>
#include <string.h>

static int region(int X) {
  int Y = 0;
#pragma omp target map(from : Y)
  Y = omp_is_initial_device() ? -1 : X + 1;
  return Y;
}

static bool makesModules() {
  LLVMContextRef Context = LLVMContextCreate();
  LLVMModuleRef Module = LLVMModuleCreateWithNameInContext("own", Context);
  LLVMAddGlobal(Module, LLVMIntTypeInContext(Context, 37), "Variable");
  char *Text = LLVMPrintModuleToString(Module);
  const bool Right = strstr(Text, "@Variable = external global i37");
  LLVMDisposeMessage(Text);
  LLVMDisposeModule(Module);
  LLVMContextDispose(Context);
  return Right;
}

int main() {
  // Options that would change, or end, a compile with the same LLVM.
  const char *Options[] = {"program", "-print-before-all",
                           "-inline-threshold=1"};
  LLVMParseCommandLineOptions(3, Options, "");
  LLVMInitializeNativeTarget();
  check("before", makesModules());
  checkValue("region", region(4), 5);
  check("after", makesModules());
  LLVMShutdown();
  checkValue("region", region(5), 6);
  return finish();
}
