//===- ompjit/DeviceLink/Prepare.h - The module of a JIT package ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the bitcode of a device link into the one module that a package holds:
// linked, with names that do not depend on where the sources are, internal
// except for kernels and shared state, and optimised once, so that every
// compile at run time starts where this ended.
//
// Shared state is what must exist once on a device, however many images are
// made from the module: mutable variables, whatever the host looks up,
// functions whose address is data, constants whose address may be compared, and
// the constants that hold such addresses. Its members and the kernels have
// external linkage in the result, everything else is internal; that is how the
// compile service tells them apart.
//
// Used by the package writer (ompjit/DeviceLink/PackageLink.h) and by unit
// tests, step by step. Equal inputs give equal modules. Threads: different
// contexts may be used at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_PREPARE_H
#define OMPJIT_DEVICELINK_PREPARE_H

#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/Target.h"

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>
#include <vector>

namespace ompjit::devicelink {

/// A kernel or variable that the host knows by name.
struct Entry {
  std::string Name;
  llvm::GlobalValue *Value;
  bool IsKernel = false;
  /// For a kernel: it uses addresses of functions, on a GPU.
  bool IsInBase = false;
};

struct PreparedModule {
  std::unique_ptr<llvm::Module> M;
  std::vector<Entry> Kernels;
  /// Members of the shared state in module order. Their Name is the one by
  /// which the host looks them up; empty if it does not.
  std::vector<Entry> SharedState;
  bool HasConstructors = false;
};

/// Does all the steps below. If \p EntryPoint is not empty, the module has one
/// kernel, which is made of that function, and the host looks up nothing else.
llvm::Expected<PreparedModule> prepareModule(llvm::LLVMContext &Context,
                                             const DeviceGroup &Group,
                                             llvm::TargetMachine &Machine,
                                             llvm::StringRef EntryPoint = "");

/// Links the bitcode of \p Group. An error names the file to blame. \p Visit,
/// if there is one, gets each module before it becomes part of the result.
llvm::Expected<std::unique_ptr<llvm::Module>> linkBitcode(
    llvm::LLVMContext &Context, const DeviceGroup &Group,
    llvm::function_ref<void(llvm::Module &, const DeviceCode &)> Visit = {});

/// Returns the offload entries of \p M, and removes them and everything else
/// that matters only to a link.
llvm::Expected<std::vector<Entry>> takeEntries(llvm::Module &M);

/// Removes device and inode numbers from the names of \p M: what clang calls
/// __omp_offloading_<dev>_<inode>_<rest> becomes __omp_offloading_<rest>, and
/// names that contain hashes of others get numbers instead.
void normalizeNames(llvm::Module &M);

/// Makes all definitions except \p Entries internal.
void internalize(llvm::Module &M, llvm::ArrayRef<Entry> Entries);

/// Finds the shared state of \p M and gives it and the kernels external
/// linkage.
PreparedModule exposeSharedState(std::unique_ptr<llvm::Module> M,
                                 std::vector<Entry> Entries);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PREPARE_H
