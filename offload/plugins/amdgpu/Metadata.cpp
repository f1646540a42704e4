//===- Metadata.cpp - A code object's data on its kernels -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Metadata.h"

#include "MessagePack.h"
#include "ompjit/Plugins/Error.h"

#include <algorithm>
#include <bit>

namespace ompjit::amdgpu {

using plugins::fail;

//===----------------------------------------------------------------------===//
// What there is to be said
//===----------------------------------------------------------------------===//

namespace {

enum class Need { Required, Optional };

/// The limits are beyond what any GPU has, and low enough that sums of these
/// numbers do not overflow.
struct NumberField {
  const char *Key;
  uint32_t KernelMetadata::*Member;
  uint32_t Min, Max;
  Need Presence;
};

constexpr uint32_t MiB = 1 << 20;

constexpr NumberField Numbers[] = {
    {".kernarg_segment_size", &KernelMetadata::KernargBytes, 0, MiB,
     Need::Required},
    {".kernarg_segment_align", &KernelMetadata::KernargAlignment, 1, 4096,
     Need::Required},
    {".group_segment_fixed_size", &KernelMetadata::GroupBytes, 0, MiB,
     Need::Required},
    {".private_segment_fixed_size", &KernelMetadata::PrivateBytes, 0, 16 * MiB,
     Need::Required},
    {".wavefront_size", &KernelMetadata::WavefrontSize, 32, 64, Need::Required},
    {".max_flat_workgroup_size", &KernelMetadata::MaxGroupSize, 1, 1024,
     Need::Required},
    {".sgpr_count", &KernelMetadata::NumSgprs, 0, 4096, Need::Required},
    {".vgpr_count", &KernelMetadata::NumVgprs, 0, 4096, Need::Required},
    {".agpr_count", &KernelMetadata::NumAgprs, 0, 4096, Need::Optional},
    {".sgpr_spill_count", &KernelMetadata::NumSgprSpills, 0, 16 * MiB,
     Need::Optional},
    {".vgpr_spill_count", &KernelMetadata::NumVgprSpills, 0, 16 * MiB,
     Need::Optional},
};

struct FlagField {
  const char *Key;
  bool KernelMetadata::*Member;
};

constexpr FlagField Flags[] = {
    {".uses_dynamic_stack", &KernelMetadata::UsesDynamicStack},
    {".uniform_work_group_size", &KernelMetadata::HasUniformGroups},
};

struct KindName {
  std::string_view Name;
  ArgumentKind Kind;
  uint32_t Bytes; ///< 0: of any size. Fixed if a launch writes it.
};

using enum ArgumentKind;

constexpr KindName Kinds[] = {
    {"by_value", ByValue, 0},
    {"global_buffer", GlobalBuffer, 0},
    {"dynamic_shared_pointer", DynamicSharedPointer, 0},
    {"hidden_block_count_x", HiddenBlockCountX, 4},
    {"hidden_block_count_y", HiddenBlockCountY, 4},
    {"hidden_block_count_z", HiddenBlockCountZ, 4},
    {"hidden_group_size_x", HiddenGroupSizeX, 2},
    {"hidden_group_size_y", HiddenGroupSizeY, 2},
    {"hidden_group_size_z", HiddenGroupSizeZ, 2},
    {"hidden_remainder_x", HiddenRemainderX, 2},
    {"hidden_remainder_y", HiddenRemainderY, 2},
    {"hidden_remainder_z", HiddenRemainderZ, 2},
    {"hidden_global_offset_x", HiddenGlobalOffsetX, 8},
    {"hidden_global_offset_y", HiddenGlobalOffsetY, 8},
    {"hidden_global_offset_z", HiddenGlobalOffsetZ, 8},
    {"hidden_grid_dims", HiddenGridDims, 2},
    {"hidden_printf_buffer", HiddenPrintfBuffer, 8},
    {"hidden_hostcall_buffer", HiddenHostcallBuffer, 8},
    {"hidden_multigrid_sync_arg", HiddenMultigridSyncArg, 8},
    {"hidden_heap_v1", HiddenHeapV1, 8},
    {"hidden_default_queue", HiddenDefaultQueue, 8},
    {"hidden_completion_action", HiddenCompletionAction, 8},
    {"hidden_dynamic_lds_size", HiddenDynamicLdsSize, 4},
    {"hidden_private_base", HiddenPrivateBase, 4},
    {"hidden_shared_base", HiddenSharedBase, 4},
    {"hidden_queue_ptr", HiddenQueuePtr, 8},
    {"hidden_none", HiddenNone, 0},
};

constexpr KindName UnknownKind = {"", Unknown, 0};
constexpr KindName UnknownHiddenKind = {"", HiddenUnknown, 0};

const KindName &kindNamed(std::string_view Name) {
  const auto *Found = std::ranges::find(Kinds, Name, &KindName::Name);
  if (Found != std::end(Kinds))
    return *Found;
  return Name.starts_with("hidden_") ? UnknownHiddenKind : UnknownKind;
}

//===----------------------------------------------------------------------===//
// A kernel
//===----------------------------------------------------------------------===//

/// Names appear in messages and are looked up as symbols, which are
/// zero-terminated.
bool isName(std::string_view Text) {
  return !Text.empty() && std::ranges::all_of(Text, [](char C) {
    return uint8_t(C) > ' ' && C != '\x7f';
  });
}

/// Reads one entry of the list of kernels.
class KernelReader {
public:
  KernelReader(const msgpack_object &Map, KernelMetadata &Kernel,
               ompjit_error *Error)
      : Map(Map), Kernel(Kernel), Error(Error) {}

  int read() {
    return readNames() || readNumbers() || readFlags() || readArguments();
  }

private:
  int readNames() {
    const auto Name = asText(findValue(Map, ".name"));
    if (!Name || !isName(*Name))
      return fail(Error, "the code object is damaged: a kernel has no name");
    Kernel.Name = *Name;
    const auto Symbol = asText(findValue(Map, ".symbol"));
    if (!Symbol || !isName(*Symbol) || !Symbol->ends_with(".kd"))
      return fail(Error,
                  "the code object is damaged: kernel %.200s has no symbol "
                  "that ends with .kd",
                  name());
    Kernel.Symbol = *Symbol;
    return 0;
  }

  int readNumbers() {
    for (const NumberField &Field : Numbers)
      if (readNumber(Field))
        return 1;
    if (!std::has_single_bit(Kernel.KernargAlignment) ||
        !std::has_single_bit(Kernel.WavefrontSize))
      return fail(Error,
                  "the code object is damaged: kernel %.200s has arguments "
                  "aligned to %u bytes and wavefronts of %u, both must be "
                  "powers of two",
                  name(), Kernel.KernargAlignment, Kernel.WavefrontSize);
    return 0;
  }

  int readNumber(const NumberField &Field) {
    const msgpack_object *Value = findValue(Map, Field.Key);
    if (!Value && Field.Presence == Need::Optional)
      return 0;
    const auto Number = asNumber(Value);
    if (!Number)
      return fail(Error,
                  "the code object is damaged: kernel %.200s has no number for "
                  "%s",
                  name(), Field.Key);
    if (*Number < Field.Min || *Number > Field.Max)
      return fail(Error,
                  "the code object is damaged: kernel %.200s has %llu for %s, "
                  "which is %u to %u",
                  name(), static_cast<unsigned long long>(*Number), Field.Key,
                  Field.Min, Field.Max);
    Kernel.*Field.Member = uint32_t(*Number);
    return 0;
  }

  int readFlags() {
    for (const FlagField &Field : Flags) {
      const msgpack_object *Value = findValue(Map, Field.Key);
      const auto Number = asNumber(Value);
      if (Value && (!Number || *Number > 1))
        return fail(Error,
                    "the code object is damaged: kernel %.200s has neither "
                    "true nor false for %s",
                    name(), Field.Key);
      Kernel.*Field.Member = Number == 1;
    }
    return 0;
  }

  int readArguments() {
    const msgpack_object *Value = findValue(Map, ".args");
    if (!Value)
      return 0;
    const auto List = asArray(Value);
    if (!List)
      return fail(Error,
                  "the code object is damaged: the arguments of kernel %.200s "
                  "are no list",
                  name());
    Kernel.Arguments.reserve(List->size());
    for (const msgpack_object &Entry : *List)
      if (readArgument(Entry))
        return 1;
    return 0;
  }

  int readArgument(const msgpack_object &Entry) {
    const size_t Position = Kernel.Arguments.size();
    const auto Offset = asNumber(findValue(Entry, ".offset"));
    const auto Bytes = asNumber(findValue(Entry, ".size"));
    const auto Name = asText(findValue(Entry, ".value_kind"));
    if (!Offset || !Bytes || !Name)
      return fail(Error,
                  "the code object is damaged: argument %zu of kernel %.200s "
                  "has no offset, size or kind",
                  Position, name());
    if (*Offset > Kernel.KernargBytes || *Bytes > Kernel.KernargBytes - *Offset)
      return fail(Error,
                  "the code object is damaged: argument %zu of kernel %.200s "
                  "ends outside the %u bytes of its arguments",
                  Position, name(), Kernel.KernargBytes);
    const KindName &Kind = kindNamed(*Name);
    if (Kind.Bytes && *Bytes != Kind.Bytes)
      return fail(Error,
                  "the code object is damaged: argument %zu of kernel %.200s "
                  "is a %s of %llu bytes, which has %u",
                  Position, name(), Kind.Name.data(),
                  static_cast<unsigned long long>(*Bytes), Kind.Bytes);
    Kernel.Arguments.push_back(
        {uint32_t(*Offset), uint32_t(*Bytes), Kind.Kind});
    return noteHidden(Kind, uint32_t(*Offset));
  }

  int noteHidden(const KindName &Kind, uint32_t Offset) {
    if (!isHidden(Kind.Kind) || Kind.Kind == HiddenNone ||
        Kind.Kind == HiddenUnknown)
      return 0;
    if (Kernel.Hidden[Kind.Kind] >= 0)
      return fail(Error,
                  "the code object is damaged: kernel %.200s has two arguments "
                  "%s",
                  name(), Kind.Name.data());
    Kernel.Hidden.set(Kind.Kind, Offset);
    return 0;
  }

  const char *name() const { return Kernel.Name.c_str(); }

  const msgpack_object &Map;
  KernelMetadata &Kernel;
  ompjit_error *const Error;
};

} // namespace

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

static int checkVersion(const msgpack_object &Root, ompjit_error *Error) {
  const auto Version = asArray(findValue(Root, "amdhsa.version"));
  if (!Version || Version->size() != 2)
    return fail(Error, "the code object is damaged: its metadata has no "
                       "version");
  const auto Major = asNumber(&(*Version)[0]);
  const auto Minor = asNumber(&(*Version)[1]);
  if (!Major || !Minor)
    return fail(Error, "the code object is damaged: the version of its "
                       "metadata is no number");
  if (*Major != 1)
    return fail(Error,
                "the code object has metadata of version %llu.%llu, only 1.x "
                "is known",
                static_cast<unsigned long long>(*Major),
                static_cast<unsigned long long>(*Minor));
  return 0;
}

static int checkNames(const std::vector<KernelMetadata> &Sorted,
                      ompjit_error *Error) {
  const auto Twice =
      std::ranges::adjacent_find(Sorted, {}, &KernelMetadata::Name);
  return Twice == Sorted.end()
             ? 0
             : fail(Error,
                    "the code object is damaged: it has two kernels %.200s",
                    Twice->Name.c_str());
}

/// Adds the kernels of a part to \p Kernels.
static int readPart(std::string_view Metadata,
                    std::vector<KernelMetadata> &Kernels, ompjit_error *Error) {
  MessagePack Decoded;
  if (!Decoded.decode(Metadata))
    return fail(Error,
                "the code object is damaged: the %zu bytes of its metadata "
                "cannot be decoded",
                Metadata.size());
  if (checkVersion(Decoded.root(), Error))
    return 1;
  const auto List = asArray(findValue(Decoded.root(), "amdhsa.kernels"));
  if (!List)
    return fail(Error, "the code object is damaged: its metadata has no list "
                       "of kernels");
  for (const msgpack_object &Entry : *List) {
    KernelMetadata Kernel;
    if (KernelReader(Entry, Kernel, Error).read())
      return 1;
    Kernels.push_back(std::move(Kernel));
  }
  return 0;
}

int readKernels(const std::vector<std::string_view> &Metadata,
                std::vector<KernelMetadata> &Kernels, ompjit_error *Error) {
  for (const std::string_view Each : Metadata)
    if (readPart(Each, Kernels, Error))
      return 1;
  std::ranges::sort(Kernels, {}, &KernelMetadata::Name);
  return checkNames(Kernels, Error);
}

} // namespace ompjit::amdgpu
