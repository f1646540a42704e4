//===- DeviceRuntime.cpp - The device runtime inside of the service -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceRuntime.h"

#include "llvm/TargetParser/Triple.h"

// The build defines the archives' paths.
#define OMPJIT_EMBED(Name, Path)                                               \
  __asm__(".pushsection .rodata." #Name ",\"a\",@progbits\n"                   \
          ".balign 8\n" #Name ": .incbin \"" Path "\"\n" #Name "End:\n"        \
          ".popsection\n");                                                    \
  extern "C" __attribute__((visibility("hidden"))) const char Name[],          \
      Name##End[];

OMPJIT_EMBED(OmpjitRuntimeNvptx, OMPJIT_RUNTIME_NVPTX)
OMPJIT_EMBED(OmpjitRuntimeAmdgcn, OMPJIT_RUNTIME_AMDGCN)
OMPJIT_EMBED(OmpjitRuntimeX86, OMPJIT_RUNTIME_X86_64)
OMPJIT_EMBED(OmpjitRuntimeAArch64, OMPJIT_RUNTIME_AARCH64)
OMPJIT_EMBED(OmpjitExactForms, OMPJIT_EXACT_FORMS)

static llvm::StringRef between(const char *Begin, const char *End) {
  return {Begin, size_t(End - Begin)};
}

llvm::StringRef ompjit::jit::exactForms() {
  return between(OmpjitExactForms, OmpjitExactFormsEnd);
}

llvm::StringRef ompjit::jit::deviceRuntime(llvm::StringRef Triple) {
  switch (llvm::Triple(Triple).getArch()) {
  case llvm::Triple::nvptx64:
    return between(OmpjitRuntimeNvptx, OmpjitRuntimeNvptxEnd);
  case llvm::Triple::amdgcn:
    return between(OmpjitRuntimeAmdgcn, OmpjitRuntimeAmdgcnEnd);
  case llvm::Triple::x86_64:
    return between(OmpjitRuntimeX86, OmpjitRuntimeX86End);
  case llvm::Triple::aarch64:
    return between(OmpjitRuntimeAArch64, OmpjitRuntimeAArch64End);
  default:
    return "";
  }
}
