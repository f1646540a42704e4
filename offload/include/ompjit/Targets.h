//===- Targets.h - What device code is compiled for -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table of what the runtime, the engine and the tools must know of the
// targets that the project compiles for; they name none of them otherwise. A
// plugin that comes from elsewhere has no row: it says itself which images are
// for it (ompjit_plugin), and for its images the defaults hold.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TARGETS_H
#define OMPJIT_TARGETS_H

#include <cstdint>
#include <elf.h>
#include <string_view>

namespace ompjit {

struct TargetTraits {
  /// First component of its triples. Only that counts: tools differ in how they
  /// spell vendor and environment.
  std::string_view Arch;
  uint16_t ElfMachine = EM_NONE; ///< Of its native images.
  std::string_view PluginName;
  std::string_view VirtualPluginName; ///< Of devices that a processor plays.
  /// What the names of its processors begin with; empty: with anything else.
  std::string_view ProcessorPrefix = {};
  /// Up to how many bytes the alignment of a pointer is worth an image.
  /// Pointers of a processor may be those of the program's own data. Up to what
  /// malloc and the stack promise, their alignment is the same in every run;
  /// beyond, it is an accident that costs a compile, and no processor has
  /// vectors whose speed depends on it.
  uint64_t MaxAlignment = 128;
  /// What the assembly begins with, behind comments, that the compiler ends
  /// with and of which a plugin makes machine code. Empty: it ends with that.
  std::string_view AssemblyHead = {};
  /// Features that begin like this choose the version of the assembly; what is
  /// made of it is the same for all.
  std::string_view AssemblyVersion = {};
  /// What files of machine code are called.
  std::string_view ImageSuffix = ".so";
  /// Images may be for a level of the x86-64 psABI in place of a processor.
  bool HasLevels = false;

  bool endsWithAssembly() const { return !AssemblyHead.empty(); }
};

inline constexpr TargetTraits Targets[] = {
    {.Arch = "x86_64",
     .ElfMachine = EM_X86_64,
     .PluginName = "host",
     .VirtualPluginName = "host",
     .MaxAlignment = 16,
     .HasLevels = true},
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

/// Null where the table has no such target.
inline const TargetTraits *findTarget(std::string_view Triple) {
  const std::string_view Arch = Triple.substr(0, Triple.find('-'));
  for (const TargetTraits &Each : Targets)
    if (Each.Arch == Arch)
      return &Each;
  return nullptr;
}

/// The defaults where the table has no such target.
inline const TargetTraits &traitsOf(std::string_view Triple) {
  static constexpr TargetTraits Unknown;
  const TargetTraits *Found = findTarget(Triple);
  return Found ? *Found : Unknown;
}

} // namespace ompjit

#endif // OMPJIT_TARGETS_H
