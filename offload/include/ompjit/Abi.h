//===- ompjit/Abi.h - What compiled programs and the runtime share --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The binary interface between a program that clang 22 compiled and
// libomptarget: the structures that the compiler and the linker wrapper lay
// down in the program, and the flags inside them. Everything here is fixed by
// clang 22's output (docs/abi.md); nothing may be added or reordered.
//
// Used by the runtime, and by the linker wrapper's registration module. Does
// not declare the entry points themselves; those are in libomptarget.
//
// Plain data: no ownership, and thread safety is the reader's concern.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_ABI_H
#define OMPJIT_ABI_H

#include <cstddef>
#include <cstdint>

extern "C" {

/// One row of the section llvm_offload_entries: a kernel, a `declare target`
/// variable, an indirect function or a `requires` clause.
struct __tgt_offload_entry {
  uint64_t Reserved;
  uint16_t Version; ///< 1 in clang 22.
  uint16_t Kind;    ///< 1: OpenMP.
  int32_t Flags;    ///< See ompjit::EntryFlags.
  void *Address;    ///< Host address; a kernel's region id.
  char *SymbolName; ///< Name of the symbol in the device image.
  uint64_t Size;    ///< Bytes; 0 for a kernel.
  uint64_t Data;    ///< For a `requires` entry, the flags.
  void *AuxAddr;
};

/// A device image: the half-open byte range [ImageStart, ImageEnd).
struct __tgt_device_image {
  void *ImageStart;
  void *ImageEnd;
  __tgt_offload_entry *EntriesBegin;
  __tgt_offload_entry *EntriesEnd;
};

/// What a program or shared library hands to __tgt_register_lib.
struct __tgt_bin_desc {
  int32_t NumDeviceImages;
  __tgt_device_image *DeviceImages;
  __tgt_offload_entry *HostEntriesBegin;
  __tgt_offload_entry *HostEntriesEnd;
};

/// The arguments of one kernel launch, version 3. Version 1 ends behind Flags;
/// version 2 has the same fields, but its kernels take no launch environment.
struct __tgt_kernel_arguments {
  uint32_t Version;
  uint32_t NumArgs;
  void **ArgBasePtrs;
  void **ArgPtrs;
  int64_t *ArgSizes;
  int64_t *ArgTypes;  ///< See ompjit::MapType.
  void **ArgNames;    ///< Null without debug information.
  void **ArgMappers;  ///< Null, or one entry (maybe null) per argument.
  uint64_t Tripcount; ///< 0: not known.
  uint64_t Flags;     ///< See ompjit::KernelFlags.
  uint32_t NumTeams[3];
  uint32_t ThreadLimit[3];
  uint32_t DynCGroupMem; ///< Bytes of ompx_dyn_cgroup_mem.
};

/// What the stub of a kernel in a language such as CUDA passes to
/// llvmLaunchKernel: the parameters, laid out as members of a structure.
struct __llvm_kernel_parameters {
  uint64_t Size;
  void *Data;
  void **Pointers; ///< Null in clang 22.
};

/// Source location as clang encodes it: ";file;function;line;column;;".
struct ident_t {
  int32_t Reserved1;
  int32_t Flags;
  int32_t Reserved2;
  int32_t SourceLength;
  const char *Source;
};
}

static_assert(sizeof(__tgt_offload_entry) == 56);
static_assert(sizeof(__tgt_device_image) == 32);
static_assert(sizeof(__tgt_bin_desc) == 32);
static_assert(sizeof(__tgt_kernel_arguments) == 104);
static_assert(offsetof(__tgt_kernel_arguments, NumTeams) == 72);
static_assert(sizeof(__llvm_kernel_parameters) == 24);

namespace ompjit {

/// Flags of an offload entry.
enum EntryFlags : int32_t {
  EntryNone = 0,        ///< A kernel, or a to/enter variable.
  EntryLink = 0x1,      ///< `declare target link`: a pointer to the data.
  EntryIndirect = 0x8,  ///< `declare target indirect` function.
  EntryRequires = 0x10, ///< No symbol; Data holds the requires flags.
  EntryIndirectVTable = 0x20,
};

/// Bits of __tgt_kernel_arguments::Flags.
enum KernelFlags : uint64_t {
  KernelNoWait = 0x1,
  /// ArgPtrs is a __llvm_kernel_parameters; nothing is mapped.
  KernelPacked = 0x2,
};

/// Bits of a map type as clang 22 passes them.
enum MapType : int64_t {
  MapTo = 0x1,
  MapFrom = 0x2,
  MapAlways = 0x4,
  MapDelete = 0x8,
  MapPtrAndObj = 0x10,
  MapTargetParam = 0x20,
  MapReturnParam = 0x40,
  MapPrivate = 0x80,
  MapLiteral = 0x100,
  MapImplicit = 0x200,
  MapClose = 0x400,
  MapPresent = 0x1000,
  MapOmpxHold = 0x2000,
  MapAttach = 0x4000,
  MapNonContig = 0x100000000000,
};

/// Position of the member-of field: one plus the index of the parent argument,
/// 0 where there is no parent.
constexpr int MapMemberOfShift = 48;

} // namespace ompjit

#endif // OMPJIT_ABI_H
