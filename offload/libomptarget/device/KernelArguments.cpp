//===- KernelArguments.cpp - Launches of older compilers ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelArguments.h"

#include "support/Diagnostics.h"

#include <cstddef>
#include <cstring>
#include <string>

namespace ompjit {

namespace {

constexpr uint32_t VersionWithDimensions = 2;

/// The bytes of version 1.
constexpr size_t SizeOfVersion1 = offsetof(__tgt_kernel_arguments, NumTeams);

} // namespace

Result<const __tgt_kernel_arguments *>
readKernelArguments(const __tgt_kernel_arguments &Passed,
                    __tgt_kernel_arguments &Storage) {
  if (Passed.Version == KernelArgumentsVersion) [[likely]]
    return &Passed;
  if (Passed.Version > KernelArgumentsVersion)
    return diagnose(Diagnostic::KernelArgumentsVersion,
                    {std::to_string(Passed.Version),
                     std::to_string(KernelArgumentsVersion)});
  if (Passed.Version == VersionWithDimensions)
    return &Passed;
  // Nothing behind these bytes belongs to the structure.
  std::memcpy(static_cast<void *>(&Storage), &Passed, SizeOfVersion1);
  Storage.Version = VersionWithDimensions;
  for (int I = 0; I < 3; ++I)
    Storage.NumTeams[I] = Storage.ThreadLimit[I] = 1;
  Storage.DynCGroupMem = 0;
  return &Storage;
}

} // namespace ompjit
