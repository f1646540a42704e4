//===- ompjit/Package.h - The JIT package: format and reader --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A JIT package is the device image of a program whose device code is compiled
// at run time. The linker wrapper writes one per program (or shared library)
// and triple; the runtime reads from it everything that a launch needs, without
// LLVM; the compile service reads the bitcode in it.
//
// Grammar (integers little-endian, offsets in bytes from the package's start,
// sections aligned to 8; docs/package-format.md tells it in words):
//
//   package  = header section-row* section*
//   header   = "OMPJITPK" version:u32 rows:u32 size:u64 checksum:u64
//              digest:32 bytes
//   row      = kind:u32 reserved:u32 offset:u64 size:u64
//   section  = strings | target | kernel* | parameter* | global* | part*
//            | native-image* | field* | late-bound*
//
// Sections follow one another in the order of their rows, the first right
// after the rows; the bytes of parts and native images follow the last section.
// `checksum` is XXH3-64 over all bytes after itself (the digest and everything
// that follows the header) and finds damage; `digest` identifies the content
// in cache keys and is independent of the names under which the host knows the
// entries, which hold device and inode numbers of the source files. `size` is
// the whole package; bytes after it are ignored. A string is an offset into
// the strings section, where it ends at the next zero byte.
//
// Version history
//   1  first version
//   2  the bitcode in parts, which may be compressed; kernels in the base image
//   3  the mode and the bounds of a GPU's kernels
//   4  fields behind pointers, and what kernels do with memory behind them
//   5  that a kernel reads at fixed distances behind a pointer
//   6  what kernels ask about the device and the launch
//   7  whether kernels may see what others write meanwhile
//   8  functions that are bound at run time, options of links; LTO-IR, whose
//      flag readers that do not know it refuse
//   9  digests of kernels
//  10  parameters and fields that the program names
//  11  arrays that the program names, and more fields for them
//
// A reader refuses other versions: packages are small, and a program is linked
// again more easily than a misread package is explained.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PACKAGE_H
#define OMPJIT_PACKAGE_H

#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace ompjit {

namespace package {

constexpr char Magic[8] = {'O', 'M', 'P', 'J', 'I', 'T', 'P', 'K'};
constexpr uint32_t Version = 12;

/// Identifies the content; equal digests compile to equal images.
using Digest = std::array<uint8_t, 32>;

struct Header {
  char Magic[8];
  uint32_t Version;
  uint32_t NumSections;
  uint64_t Size;
  uint64_t Checksum;
  Digest ContentDigest;
};
static_assert(sizeof(Header) == 64);

enum class SectionKind : uint32_t {
  Strings = 1,      ///< Required.
  Target = 2,       ///< Required: one TargetRecord.
  Kernels = 3,      ///< KernelRecord each.
  Parameters = 4,   ///< ParameterRecord each; kernels point into it.
  Globals = 5,      ///< GlobalRecord each.
  Parts = 6,        ///< Required: PartRecord each; offsets as for images.
  NativeImages = 7, ///< NativeImageRecord each; offsets are in the package.
  Fields = 8,       ///< FieldRecord each; kernels point into it.
  LateBound = 9,    ///< LateBoundRecord each.
};

struct SectionRow {
  SectionKind Kind;
  uint32_t Reserved;
  uint64_t Offset;
  uint64_t Size;
};
static_assert(sizeof(SectionRow) == 24);

enum TargetFlags : uint32_t {
  /// There is state that all images of a device share (mutable globals,
  /// constructors, functions whose address is data): a base image must be
  /// compiled and loaded before any kernel.
  TargetHasBase = 1,
  /// The parts are fragments, of which a package is linked before anything can
  /// be compiled; there are no kernels.
  TargetIsFragments = 2,
  /// The same, and the first part is that of a program's kernel, whose
  /// late-bound functions the fragments define.
  TargetIsBinding = 4,
  /// Only with TargetIsFragments: the parts are no bitcode but LTO-IR of CUDA,
  /// of which NVIDIA's linker makes an image for Arch.
  TargetIsLtoIr = 8,
};
constexpr uint32_t AllTargetFlags = 15;

struct TargetRecord {
  uint32_t Triple;      ///< String.
  uint32_t Arch;        ///< String: the lowest CPU that the bitcode may run on.
  uint32_t Flags;       ///< TargetFlags.
  uint32_t LinkOptions; ///< String: of ompjit/LinkOptions.h, for fragments;
                        ///< otherwise empty.
};
static_assert(sizeof(TargetRecord) == 16);

enum KernelRecordFlags : uint32_t {
  /// The kernel uses addresses of functions, which only the base image has, so
  /// it is compiled into the base image.
  KernelInBase = 1,
  // What the kernel's code queries.
  KernelAsksNumDevices = 2, ///< omp_get_num_devices.
  KernelAsksDeviceNum = 4,  ///< omp_get_device_num.
  KernelAsksDebugKinds = 8, ///< What the device runtime is to check and print.
  KernelAsksDynamicMemory = 16, ///< Bytes that the launch gives each team.
  /// The kernel may see what other kernels or the host write while it runs: it
  /// has an acquire beyond its team, or calls unknown code.
  KernelAcquires = 32,
  /// An iteration of its loops may run loops itself.
  KernelHasNests = 64,
};
constexpr uint32_t AllKernelFlags = 127;

/// What a GPU's kernel says about its launches. All zero for a processor's.
struct LaunchBounds {
  uint32_t Mode = 0; ///< As in the kernel's environment: 0 bare, 1 generic,
                     ///< with the bit 2 SPMD.
  uint32_t MinThreads = 0, MaxThreads = 0; ///< In a team; 0: no bound.
  uint32_t MinTeams = 0, MaxTeams = 0;     ///< 0: no bound.
};
static_assert(sizeof(LaunchBounds) == 20);

struct KernelRecord {
  uint32_t EntryName; ///< String: the host's name of the kernel.
  uint32_t Symbol;    ///< String: its name in bitcode and images.
  uint32_t FirstParameter;
  uint32_t NumParameters; ///< Without the launch environment pointer.
  LaunchBounds Bounds;
  uint32_t Flags; ///< KernelRecordFlags.
  uint32_t Part;  ///< The part that has it and everything that it reaches.
  uint32_t FirstField;
  uint32_t NumFields; ///< At most MaxFields.
  uint32_t Reserved;
  /// Is the same in builds of the program that do not change the kernel's code.
  uint64_t CodeDigest;
};
static_assert(sizeof(KernelRecord) == 64);

enum class ParameterKind : uint8_t {
  Scalar = 0,  ///< A by-value scalar in a 64-bit slot.
  Pointer = 1, ///< A device address.
};

/// What a kernel does with a parameter; several may hold.
enum ParameterUse : uint16_t {
  UseLoopBound = 1,
  UseBranch = 2,
  UseIndex = 4,
  UsePlain = 8, ///< Arithmetic, stored or passed on.
  /// For a pointer: the kernel may write memory that it reaches through it.
  UseWritten = 16,
  /// For a pointer: the kernel may store it, so that any code may write through
  /// it. Never set without UseWritten.
  UseCaptured = 32,
  /// For a pointer: the kernel reads at a fixed distance of at most
  /// MaxExtentBytes behind it, perhaps conditionally or repeatedly.
  UseFixedPlace = 64,
  /// The program asks for an image for each value, and for none
  /// (ompjit/Specialize.h). Both together mean none.
  UseAlways = 128,
  UseNever = 256,
  /// For a pointer: the program names an array behind it. It is only listed, as
  /// fields with this use, if the kernel does not write it, its address is at a
  /// fixed distance from the pointer, and it is not too large.
  UseArray = 512,
  UseLargeArray = 1024,
};

struct ParameterRecord {
  ParameterKind Kind;
  uint8_t WidthBits;     ///< Bits of the value that can matter: 1 to 64.
  uint16_t Uses;         ///< ParameterUse bits; 0: never used.
  uint32_t AlignBytes;   ///< Known alignment of a pointer; 0 for a scalar.
  uint64_t DemandedBits; ///< A scalar's bits that can change what the kernel
                         ///< does; the others are garbage. 0 for a pointer.
};
static_assert(sizeof(ParameterRecord) == 16);

/// Low, because a launch compares its fields one by one; the engine has a bit
/// for each.
constexpr uint32_t MaxFields = 64;

/// Bits behind a pointer parameter that decide what the kernel does, as a
/// bound, a branch or an index, or that the program names: a number, or a word
/// of an array. The kernel does not write them through this parameter.
struct FieldRecord {
  uint32_t Parameter;   ///< Index within the kernel; a pointer.
  uint32_t OffsetBytes; ///< From the parameter's value.
  uint16_t Uses;        ///< ParameterUse bits.
  uint8_t WidthBits;    ///< 8, 16, 32 or 64.
  uint8_t Reserved[5];
};
static_assert(sizeof(FieldRecord) == 16);

/// A function that a kernel reaches and that is bound at run time. Ascending by
/// kernel.
struct LateBoundRecord {
  uint32_t Kernel; ///< Index.
  uint32_t Symbol; ///< String.
};
static_assert(sizeof(LateBoundRecord) == 8);

enum GlobalFlags : uint32_t {
  GlobalMutable = 1,
  GlobalHasEntry = 2, ///< The host looks it up by EntryName.
  GlobalFunction = 4, ///< A function whose address is data.
};

struct GlobalRecord {
  uint32_t EntryName; ///< String: the host's name; empty without an entry.
  uint32_t Symbol;    ///< String: its name in the base image.
  uint64_t Size;      ///< Bytes; 0 for a function.
  uint32_t Flags;     ///< GlobalFlags.
  uint32_t Reserved;
};
static_assert(sizeof(GlobalRecord) == 24);

enum class Compression : uint32_t { None = 0, Zstd = 1 };

/// Readers refuse more, because they allocate what a part claims to need.
constexpr uint64_t MaxPlainBytes = uint64_t(1) << 30;

/// An LLVM module with some of the kernels. The first part defines the shared
/// state; the others declare what their kernels need of it.
struct PartRecord {
  uint64_t Offset;
  uint64_t Size;      ///< In the package.
  uint64_t PlainSize; ///< Of the bitcode when it is unpacked.
  Compression Packing;
  uint32_t Name; ///< String, for messages: of a fragment; otherwise empty.
};
static_assert(sizeof(PartRecord) == 32);

/// An image that was compiled ahead of time from the same bitcode. It exports
/// every kernel and every global of the package under its Symbol, so it can
/// serve as the base image.
struct NativeImageRecord {
  uint32_t Arch; ///< String.
  uint32_t Reserved;
  uint64_t Offset;
  uint64_t Size;
};
static_assert(sizeof(NativeImageRecord) == 24);

} // namespace package

struct ParameterInfo {
  package::ParameterKind Kind;
  uint8_t WidthBits;
  uint16_t Uses;
  uint32_t AlignBytes;
  uint64_t DemandedBits;
};

struct FieldInfo {
  uint32_t Parameter;
  uint32_t OffsetBytes;
  uint16_t Uses;
  uint8_t WidthBits;
};

struct KernelInfo {
  std::string_view EntryName;
  std::string_view Symbol;
  uint32_t FirstParameter;
  uint32_t NumParameters;
  package::LaunchBounds Bounds;
  uint32_t Flags;
  uint32_t Part;
  uint32_t FirstField;
  uint32_t NumFields;
  uint64_t CodeDigest;

  bool isInBase() const { return Flags & package::KernelInBase; }
};

struct PartInfo {
  ByteView Bytes; ///< As stored in the package; PackageBitcode.h unpacks them.
  uint64_t PlainSize;
  package::Compression Packing;
  std::string_view Name; ///< Of a fragment; otherwise empty.
};

struct GlobalInfo {
  std::string_view EntryName;
  std::string_view Symbol;
  uint64_t Size;
  uint32_t Flags;
};

struct LateBoundInfo {
  uint32_t Kernel;
  std::string_view Symbol;
};

struct NativeImageInfo {
  std::string_view Arch;
  ByteView Bytes;
};

/// Read access to a package in memory. parse() checks every offset, count and
/// string once, so that the accessors cannot run out of bounds whatever the
/// bytes were; they need no allocation. A view: the bytes must outlive it and
/// must not change. Copyable; safe to use from several threads.
class PackageView {
public:
  /// True if the bytes claim to be a package (of any version).
  static bool hasMagic(ByteView Bytes);

  /// Checks the whole package, including its checksum. The error says which
  /// part is damaged, or names both versions.
  static Result<PackageView> parse(ByteView Bytes);

  /// The whole package, without any bytes that follow it.
  ByteView bytes() const { return Bytes; }
  const package::Digest &digest() const { return ContentDigest; }
  std::string_view triple() const { return Triple; }
  std::string_view arch() const { return Arch; }
  bool hasBase() const { return Flags & package::TargetHasBase; }
  bool isFragments() const { return Flags & package::TargetIsFragments; }
  bool isBinding() const { return Flags & package::TargetIsBinding; }
  bool isLtoIr() const { return Flags & package::TargetIsLtoIr; }
  /// Of fragments.
  std::string_view linkOptions() const { return LinkOptions; }

  uint32_t numKernels() const;
  KernelInfo kernel(uint32_t Index) const;
  /// \p Index counts from 0 within the kernel.
  ParameterInfo parameter(const KernelInfo &, uint32_t Index) const;
  /// Ascending by parameter, offset and width; \p Index counts from 0 within
  /// the kernel.
  FieldInfo field(const KernelInfo &, uint32_t Index) const;
  uint32_t numGlobals() const;
  GlobalInfo global(uint32_t Index) const;
  /// Ascending by kernel.
  uint32_t numLateBound() const;
  LateBoundInfo lateBound(uint32_t Index) const;
  uint32_t numParts() const;
  PartInfo part(uint32_t Index) const;
  uint32_t numNativeImages() const;
  NativeImageInfo nativeImage(uint32_t Index) const;

private:
  std::string_view string(uint32_t Offset) const;

  ByteView Bytes;
  package::Digest ContentDigest{};
  std::string_view Triple, Arch, LinkOptions;
  uint32_t Flags = 0;
  ByteView Strings, Kernels, Parameters, Globals, Parts, NativeImages, Fields,
      LateBound;
};

} // namespace ompjit

#endif // OMPJIT_PACKAGE_H
