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

#include <array>
#include <cstdint>
#include <string_view>

namespace ompjit {

/// Machines of ELF files. The macros of <elf.h> would hide LLVM's names.
enum ElfMachine : uint16_t {
  NoElfMachine = 0,
  ElfX86_64 = 62,
  ElfAArch64 = 183,
  ElfCuda = 190,
  ElfAmdGpu = 224,
};

/// A family of processors of a host by what all of them have at least.
struct HostLevel {
  std::string_view Name;     ///< As users write it: "x86-64-v3".
  std::string_view Cpu;      ///< LLVM's name.
  std::string_view Features; ///< What it adds to the level before, and to Cpu.
};

/// What is known of a processor that programs run on, with Linux. A target
/// without these is a GPU.
struct HostTraits {
  /// The one spelling of the target in packages, images and the cache.
  std::string_view Triple;
  std::string_view Name; ///< In messages.
  /// LLVM's name of the processor whose code all others of the target run.
  std::string_view LowestCpu;
  /// The shared object name of the dynamic linker.
  std::string_view DynamicLinker;
  /// Where the system's libraries are, besides what a user names. The folders
  /// are searched in this order.
  std::array<std::string_view, 6> LibraryFolders;
  /// What CUDA's installers call the folder with the libraries for the host.
  std::string_view CudaFolder;
  /// Each includes those before it. The first one is what all processors have.
  std::array<HostLevel, 4> Levels;
};

struct TargetTraits {
  /// First component of its triples. The others do not count: tools differ in
  /// how they spell vendor and environment.
  std::string_view Arch;
  uint16_t ElfMachine = NoElfMachine; ///< Of its native images.
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
  /// Whether iterations of loops may share vectors (CompileRequest::Lanes).
  bool HasLanes = false;
  /// Whether loops may write past the cache (CompileRequest::NontemporalBytes).
  bool HasNontemporalStores = false;
  /// Whether kernels that are made of fragments get their grid as arguments,
  /// because the device has no registers for it; see EntryPoint.h.
  bool PassesGrid = false;
  HostTraits Host = {};

  constexpr bool isHost() const { return !Host.Triple.empty(); }
  bool endsWithAssembly() const { return !AssemblyHead.empty(); }
};

inline constexpr TargetTraits Targets[] = {
    {.Arch = "x86_64",
     .ElfMachine = ElfX86_64,
     .PluginName = "host",
     .VirtualPluginName = "host",
     .MaxAlignment = 16,
     .HasLanes = true,
     .HasNontemporalStores = true,
     .PassesGrid = true,
     .Host = {.Triple = "x86_64-pc-linux-gnu",
              .Name = "x86-64",
              .LowestCpu = "x86-64",
              .DynamicLinker = "ld-linux-x86-64.so.2",
              .LibraryFolders = {"/lib/x86_64-linux-gnu",
                                 "/usr/lib/x86_64-linux-gnu", "/lib64",
                                 "/usr/lib64", "/lib", "/usr/lib"},
              .CudaFolder = "x86_64-linux",
              // Those of the psABI.
              .Levels = {{{"x86-64", "x86-64", ""},
                          {"x86-64-v2", "x86-64-v2",
                           "cx16,sahf,popcnt,sse3,ssse3,sse4.1,sse4.2"},
                          {"x86-64-v3", "x86-64-v3",
                           "avx,avx2,bmi,bmi2,f16c,fma,lzcnt,movbe,xsave"},
                          {"x86-64-v4", "x86-64-v4",
                           "avx512f,avx512bw,avx512cd,avx512dq,avx512vl"}}}}},
    {.Arch = "aarch64",
     .ElfMachine = ElfAArch64,
     .PluginName = "host",
     .VirtualPluginName = "host",
     .MaxAlignment = 16,
     .HasLanes = true,
     .PassesGrid = true,
     .Host = {.Triple = "aarch64-unknown-linux-gnu",
              .Name = "AArch64",
              .LowestCpu = "generic",
              .DynamicLinker = "ld-linux-aarch64.so.1",
              .LibraryFolders = {"/lib/aarch64-linux-gnu",
                                 "/usr/lib/aarch64-linux-gnu", "/lib64",
                                 "/usr/lib64", "/lib", "/usr/lib"},
              .CudaFolder = "sbsa-linux",
              // What programs can use of these versions of the architecture.
              .Levels = {{{"armv8-a", "generic", ""},
                          {"armv8.1-a", "generic", "crc,lse,rdm"},
                          {"armv8.2-a", "generic", "ccpp"},
                          {"armv8.4-a", "generic", "dotprod,flagm,rcpc"}}}}},
    {.Arch = "nvptx64",
     .ElfMachine = ElfCuda,
     .PluginName = "cuda",
     .VirtualPluginName = "vgpu-nvptx64",
     .ProcessorPrefix = "sm_",
     .AssemblyHead = ".version",
     .AssemblyVersion = "+ptx",
     .ImageSuffix = ".cubin"},
    {.Arch = "amdgcn",
     .ElfMachine = ElfAmdGpu,
     .PluginName = "amdgpu",
     .VirtualPluginName = "vgpu-amdgcn",
     .ProcessorPrefix = "gfx"},
};

/// Returns null if the table has no such target.
constexpr const TargetTraits *findTarget(std::string_view Triple) {
  const std::string_view Arch = Triple.substr(0, Triple.find('-'));
  for (const TargetTraits &Each : Targets)
    if (Each.Arch == Arch)
      return &Each;
  return nullptr;
}

/// Returns null if no host has files of this ELF machine.
constexpr const TargetTraits *findHost(uint16_t ElfMachine) {
  for (const TargetTraits &Each : Targets)
    if (Each.isHost() && Each.ElfMachine == ElfMachine)
      return &Each;
  return nullptr;
}

/// Returns null if no host has a level of this name.
constexpr const TargetTraits *findHostWithLevel(std::string_view Name) {
  for (const TargetTraits &Each : Targets)
    for (const HostLevel &Level : Each.Host.Levels)
      if (!Name.empty() && Level.Name == Name)
        return &Each;
  return nullptr;
}

/// Returns the defaults if the table has no such target.
inline const TargetTraits &traitsOf(std::string_view Triple) {
  static constexpr TargetTraits Unknown;
  const TargetTraits *Found = findTarget(Triple);
  return Found ? *Found : Unknown;
}

/// The row of the processors that this very code is compiled for.
inline constexpr const TargetTraits &ThisHost = *findTarget(
#if defined(__x86_64__)
    "x86_64"
#elif defined(__aarch64__)
    "aarch64"
#else
#error "a host needs a row above, and its name here"
#endif
);

/// Whether a device of this process may be of the target: another kind of
/// processor cannot be.
constexpr bool isForThisMachine(const TargetTraits &Target) {
  return !Target.isHost() || &Target == &ThisHost;
}

} // namespace ompjit

#endif // OMPJIT_TARGETS_H
