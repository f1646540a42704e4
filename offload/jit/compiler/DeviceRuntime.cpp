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
  __asm__(".pushsection .rodata." #Name ",\"a\",@progbits\n"                    \
          ".balign 8\n" #Name ": .incbin \"" Path "\"\n" #Name "_end:\n"        \
          ".popsection\n");                                                    \
  extern "C" __attribute__((visibility("hidden"))) const char Name[],          \
      Name##_end[];

OMPJIT_EMBED(ompjit_runtime_nvptx, OMPJIT_RUNTIME_NVPTX)
OMPJIT_EMBED(ompjit_runtime_amdgcn, OMPJIT_RUNTIME_AMDGCN)
OMPJIT_EMBED(ompjit_runtime_x86_64, OMPJIT_RUNTIME_X86_64)

llvm::StringRef ompjit::jit::deviceRuntime(llvm::StringRef Triple) {
  auto Between = [](const char *Begin, const char *End) {
    return llvm::StringRef(Begin, End - Begin);
  };
  switch (llvm::Triple(Triple).getArch()) {
  case llvm::Triple::nvptx64:
    return Between(ompjit_runtime_nvptx, ompjit_runtime_nvptx_end);
  case llvm::Triple::amdgcn:
    return Between(ompjit_runtime_amdgcn, ompjit_runtime_amdgcn_end);
  case llvm::Triple::x86_64:
    return Between(ompjit_runtime_x86_64, ompjit_runtime_x86_64_end);
  default:
    return "";
  }
}
