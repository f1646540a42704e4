//===- Targets.h - What device code is compiled for -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table of what the runtime, the engine and the tools must know about the
// targets that the project compiles for; nothing else in them names a target. A
// plugin from outside of the project has no row: it says itself which images
// are for it (ompjit_plugin), and the defaults hold for these.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TARGETS_H
#define OMPJIT_TARGETS_H

#include <cstdint>
#include <elf.h>
#include <string_view>

namespace ompjit {

struct TargetTraits {
  /// First component of its triples. The others do not count: tools differ in
  /// how they spell vendor and environment.
  std::string_view Arch;
  uint16_t ElfMachine = EM_NONE; ///< Of its native images.
  std::string_view PluginName;
  std::string_view VirtualPluginName; ///< Of virtual GPUs.
  /// Prefix of the names of its processors; empty: no prefix of the other
  /// targets.
  std::string_view ProcessorPrefix = {};
  /// Largest alignment in bytes for which an image is specialised. On a CPU,
  /// pointers may lead to the program's own data. Up to what malloc and the
  /// stack promise, their alignment is the same in every run; beyond that it is
  /// an accident that costs a compile, and no CPU has vectors whose speed
  /// depends on it.
  uint64_t MaxAlignment = 128;
  /// First token, after comments, of the assembly in which compiles for this
  /// target end and which a plugin turns into machine code. Empty: compiles end
  /// with machine code.
  std::string_view AssemblyHead = {};
  /// Prefix of the features that choose the version of the assembly; the
  /// machine code is the same for all versions.
  std::string_view AssemblyVersion = {};
  /// Suffix of files with machine code.
  std::string_view ImageSuffix = ".so";
  /// Whether images may be compiled for a level of the x86-64 psABI in place of
  /// a processor.
  bool HasLevels = false;
  /// Whether iterations of loops may share vectors (CompileRequest::Lanes).
  bool HasLanes = false;
  /// Whether loops may write past the cache (CompileRequest::NontemporalBytes).
  bool HasNontemporalStores = false;
  /// Whether kernels that are made of fragments get their grid as arguments,
  /// because the device has no registers for it; see EntryPoint.h.
  bool PassesGrid = false;

  bool endsWithAssembly() const { return !AssemblyHead.empty(); }
};

inline constexpr TargetTraits Targets[] = {
    {.Arch = "x86_64",
     .ElfMachine = EM_X86_64,
     .PluginName = "host",
     .VirtualPluginName = "host",
     .MaxAlignment = 16,
     .HasLevels = true,
     .HasLanes = true,
     .HasNontemporalStores = true,
     .PassesGrid = true},
    {.Arch = "nvptx64",
     .ElfMachine = EM_CUDA,
     .PluginName = "cuda",
     .VirtualPluginName = "vgpu-nvptx64",
     .ProcessorPrefix = "sm_",
     .AssemblyHead = ".version",
     .AssemblyVersion = "+ptx",
     .ImageSuffix = ".cubin"},
    {.Arch = "amdgcn",
     .ElfMachine = EM_AMDGPU,
     .PluginName = "amdgpu",
     .VirtualPluginName = "vgpu-amdgcn",
     .ProcessorPrefix = "gfx"},
};

/// Returns null if the table has no such target.
inline const TargetTraits *findTarget(std::string_view Triple) {
  const std::string_view Arch = Triple.substr(0, Triple.find('-'));
  for (const TargetTraits &Each : Targets)
    if (Each.Arch == Arch)
      return &Each;
  return nullptr;
}

/// Returns the defaults if the table has no such target.
inline const TargetTraits &traitsOf(std::string_view Triple) {
  static constexpr TargetTraits Unknown;
  const TargetTraits *Found = findTarget(Triple);
  return Found ? *Found : Unknown;
}

} // namespace ompjit

#endif // OMPJIT_TARGETS_H
