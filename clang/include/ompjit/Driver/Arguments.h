//===- Arguments.h - The command line as clang reads it ---------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps between argv and clang's Driver: response files,
// CCC_OVERRIDE_OPTIONS, mode and target from the program's name. And the few
// options whose meaning we widen, one rule each. Used by the planner only.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DRIVER_ARGUMENTS_H
#define OMPJIT_DRIVER_ARGUMENTS_H

#include "clang/Driver/ToolChain.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"

namespace ompjit::driver {

/// The program name and the arguments after it, with the memory that they live
/// in.
class Arguments {
public:
  /// Takes \p Argv as it is; the strings must outlive this object.
  explicit Arguments(llvm::ArrayRef<const char *> Argv);

  /// An error names the response file that could not be read.
  llvm::Error expandResponseFiles();

  /// Applies CCC_OVERRIDE_OPTIONS; reports each edit on stderr as clang does.
  void applyOverrides();

  /// Puts the mode and the target that the program's name asks for first, where
  /// options of the user override them.
  void insertImpliedByName(const clang::driver::ParsedClangName &Name);

  /// Takes out the options that the packaged driver does not know:
  ///  -foffload-lto-jobs=N   threads of the device link.
  /// An error names a value that cannot be used.
  llvm::Error takeOwnOptions();

  /// Gives each architecture of --offload-arch= to the targets that it is one
  /// of, where clang would give it to all. \returns whether anything changed.
  bool distributeArchs();

  /// Whether a GPU of the target ("nvptx64", "amdgcn") is in this machine.
  using GpuDetector = llvm::function_ref<bool(llvm::StringRef Arch)>;

  /// Gives the options that the packaged driver refuses or ignores the meaning
  /// that they have in this toolchain:
  ///  -fopenmp-target-jit -foffload-lto=thin   the package of a program is one
  ///    module, so thin means full here, not an error;
  ///  -fopenmp-target-jit --offload-arch=native   for host targets: names the
  ///    CPU, so that its image is built beside the deferred code (the packaged
  ///    driver drops `native` for CPUs);
  ///  -fopenmp-target-jit without an architecture   of a GPU target: compiles
  ///    for the lowest, as what runs the code says what it is compiled for (the
  ///    packaged driver asks for one);
  ///  -foffload-lto without an architecture, no GPU to take it from   the same.
  void widenOffloadOptions(GpuDetector HasGpu);

  /// Has all device code optimised by the link where a target is a GPU, unless
  /// the arguments say how it is compiled: what a kernel calls of the device
  /// runtime, and of other files, is dear or impossible to call there.
  void linkGpuCodeByLto();

  /// Keeps clang from warning that options are unused that the device link
  /// reads.
  void silenceUsedOptions();

  /// Whether all device code is compiled when the program runs.
  bool isDeferred() const;

  /// Whether the user asks for LTO of the device code; linkGpuCodeByLto() does
  /// not count.
  bool asksForLto() const;

  /// The value of -foffload-lto-jobs=; empty if it was not given.
  llvm::StringRef offloadJobs() const { return OffloadJobs; }

  /// Has clang find the device runtime of NVIDIA's GPUs in \p Folder, unless
  /// the user names one.
  void nameDeviceRuntime(llvm::StringRef Folder);

  /// Has the targets compiled without the device libraries of toolkits.
  void goWithoutToolkit(const llvm::StringSet<> &Triples);

  /// The triples whose code is compiled for the lowest architecture because
  /// nobody named one, with that architecture.
  const llvm::StringMap<llvm::StringRef> &portableTargets() const {
    return PortableTargets;
  }

  /// Everything, the program name first.
  llvm::ArrayRef<const char *> all() const { return List; }

  /// Whether clang is to find its files from the name that it was called by.
  bool wantsPathAsCalled() const;

  /// Whether the arguments are those of one step of a compilation (-cc1).
  bool isSingleStep() const;

  /// Whether the mode is one that is not ours to plan for: cl and flang.
  bool isForeignMode() const;

private:
  /// Puts \p Options before all others, which override them. Behind "--" they
  /// would be names of files.
  void insertFirst(llvm::ArrayRef<std::string> Options);
  void compileForLowest(GpuDetector HasGpu, bool IsDeferred);

  bool LtoIsImplied = false;
  std::string OffloadJobs;
  llvm::StringMap<llvm::StringRef> PortableTargets;
  llvm::SmallVector<const char *, 256> List;
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Strings{Memory};
  llvm::StringSet<> OverrideStrings;
};

/// Whether a response file among \p Argv is a pipe or the like, which can be
/// read only once, so that no other program can be given \p Argv after us.
bool readsStream(llvm::ArrayRef<const char *> Argv);

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_ARGUMENTS_H
