//===- Arguments.h - The command line as clang reads it ---------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps between argv and clang's Driver: response files,
// CCC_OVERRIDE_OPTIONS, mode and target from the program's name. Also the few
// options whose meaning we extend, one rule each. Used by the planner only.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DRIVER_ARGUMENTS_H
#define OMPJIT_DRIVER_ARGUMENTS_H

#include "ompjit/Driver/Locations.h"

#include "clang/Driver/ToolChain.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"

namespace ompjit::driver {

/// The program name and the arguments after it. Owns their memory.
class Arguments {
public:
  /// Uses \p Argv as it is; the strings must outlive this object.
  explicit Arguments(llvm::ArrayRef<const char *> Argv);

  /// An error names the response file that could not be read.
  llvm::Error expandResponseFiles();

  /// Applies CCC_OVERRIDE_OPTIONS; reports each edit on stderr as clang does.
  void applyOverrides();

  /// Inserts the mode and the target that the program's name implies before all
  /// other arguments, so that options of the user override them.
  void insertImpliedByName(const clang::driver::ParsedClangName &Name);

  /// Removes the options that the packaged driver does not know:
  ///  -foffload-lto-jobs=N   threads of the device link;
  ///  -fopenmp-target-lanes, -fopenmp-target-lanes=auto|N,
  ///  -fno-openmp-target-lanes   iterations in lanes (docs/lanes.md).
  /// An error names a value that cannot be used.
  llvm::Error takeOwnOptions();

  /// Writes targets that are this machine's as LLVM does ("x86_64" becomes
  /// "x86_64-pc-linux-gnu"), so that one target has one name in the device
  /// link and in the folders of libraries. \returns whether anything changed.
  bool spellHostTargets();

  /// Removes options that list the same targets as an earlier one, of which
  /// clang would warn: builds give one command the flags of the compilation and
  /// those of the link. \returns whether anything changed.
  bool dropRepeatedTargets();

  /// Gives each architecture of --offload-arch= only to the targets that have
  /// it; clang would give it to all. \returns whether anything changed.
  bool distributeArchs();

  /// Whether a GPU of the target ("nvptx64", "amdgcn") is in this machine.
  using GpuDetector = llvm::function_ref<bool(llvm::StringRef Arch)>;

  /// Gives options that the packaged driver refuses or ignores the meaning that
  /// they have in this toolchain:
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

  /// If a target is a GPU, makes the link optimise all device code, unless the
  /// arguments say how it is compiled: on a GPU, calls of the device runtime
  /// and of functions in other files are expensive or impossible.
  void linkGpuCodeByLto();

  /// Keeps clang from warning that options which the device link reads are
  /// unused.
  void silenceUsedOptions();

  /// If the program is flang, brings the arguments into the form that clang's
  /// Driver takes in its mode for flang; it knows none of the options for which
  /// isDeferred() and asksForLto() look.
  void translateForFlang();

  /// Whether the program was called as flang.
  bool isForFlang() const { return isFlang(List.front()); }

  /// Whether all device code is compiled when the program runs.
  bool isDeferred() const;

  /// Whether device code is optimised in the link, for whatever reason.
  bool linksByLto() const;

  /// Whether the user asks for LTO of the device code; linkGpuCodeByLto() does
  /// not count.
  bool asksForLto() const;

  /// The value of -foffload-lto-jobs=; empty if it was not given.
  llvm::StringRef offloadJobs() const { return OffloadJobs; }

  /// "auto", a number or "off", as the options of lanes say; empty if none was
  /// given.
  llvm::StringRef lanes() const { return Lanes; }

  /// Makes clang find the device runtime for NVIDIA's GPUs in \p Folder, unless
  /// the user names one.
  void nameDeviceRuntime(llvm::StringRef Folder);

  /// Compiles for the targets without the device libraries of toolkits.
  void goWithoutToolkit(const llvm::StringSet<> &Triples);

  /// The triples whose code is compiled for the lowest architecture because
  /// none was named, with that architecture.
  const llvm::StringMap<llvm::StringRef> &portableTargets() const {
    return PortableTargets;
  }

  /// All arguments, the program name first.
  llvm::ArrayRef<const char *> all() const { return List; }

  /// Whether clang is to find its files relative to the name by which it was
  /// called.
  bool wantsPathAsCalled() const;

  /// Whether the arguments are those of one step of a compilation (-cc1, -fc1).
  bool isSingleStep() const;

  /// Whether the mode is one that we do not plan for: cl, or flang under
  /// another name.
  bool isForeignMode() const;

private:
  /// Inserts \p Options before all others, which override them. After "--" they
  /// would be file names.
  void insertFirst(llvm::ArrayRef<std::string> Options);
  void compileForLowest(GpuDetector HasGpu, bool IsDeferred);

  bool LtoIsImplied = false;
  /// What translateForFlang() took away.
  llvm::SmallVector<const char *, 4> FlangModes;
  std::string OffloadJobs;
  std::string Lanes;
  llvm::StringMap<llvm::StringRef> PortableTargets;
  llvm::SmallVector<const char *, 256> List;
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Strings{Memory};
  llvm::StringSet<> OverrideStrings;
};

/// Whether a response file among \p Argv is a pipe or the like, which can be
/// read only once, so that \p Argv cannot be passed on to another program.
bool readsStream(llvm::ArrayRef<const char *> Argv);

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_ARGUMENTS_H
