//===- ompjit/VirtualGpu.h - Between GPU code and the virtual GPU ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GPU code that was lowered to the processor (llvm/lib/VirtualGpu) is a shared
// object for the plugin offload/plugins/vgpu. It exports an ImageRecord, and
// calls the plugin through the table of operations that the record names.
//
// A lane is a fibre. What lanes do together (barriers, shuffles, votes) are
// operations, which block the fibre until its partners have come; all else the
// code does itself. Each call of an operation that can block names its place in
// the source, for reports, and its rank among the places of its function, by
// which lanes that went different ways find together again.
//
// Threads: a block runs on one thread from its begin to its end.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_VIRTUALGPU_H
#define OMPJIT_VIRTUALGPU_H

#include <cstddef>
#include <cstdint>

namespace ompjit::vgpu {

/// Changes with every change of this header.
constexpr uint32_t InterfaceVersion = 5;
constexpr char ImageSymbol[] = "__ompjit_vgpu_image";
/// Kernels without parameters that one thread runs when an image was loaded and
/// before it goes. Most images have none.
constexpr char ConstructorsKernel[] = "ompjit$device$init";
constexpr char DestructorsKernel[] = "ompjit$device$fini";

/// How the lanes of a warp proceed.
enum class Family : uint32_t {
  Nvptx = 0,  ///< Warps of 32 lanes that proceed independently.
  Amdgcn = 1, ///< Waves of 32 or 64 lanes that share a program counter.
};

struct Size3 {
  uint32_t X, Y, Z;
};

/// What a lane can read of itself.
struct Lane {
  Size3 Thread;    ///< Its place in the block.
  Size3 BlockSize; ///< Threads.
  Size3 Block;     ///< The block's place in the grid.
  Size3 NumBlocks;
  uint32_t InWarp; ///< Number in its warp.
  uint32_t Warp;   ///< Number of the warp in the block.
  uint32_t WarpSize;
  uint32_t Processor; ///< The multiprocessor that runs the block.
  uint32_t NumProcessors;
  uint32_t SharedBytes;        ///< All of the block's shared memory,
  uint32_t DynamicSharedBytes; ///< of which the launch asked for these.
  char *Shared;
  const void *ImplicitArguments; ///< AMD: as code object version 5 has them.
  const void *DispatchPacket;    ///< AMD: hsa_kernel_dispatch_packet_t.
};

/// A place in the source. Lines are 0 without debug information.
struct Site {
  const char *Function;
  const char *File;
  uint32_t Line;
  uint32_t Rank; ///< Among the places of the function: what comes
                 ///< later is higher, and loops lie before what follows.
};

/// What a program declared, as far as reports name it.
struct Variable {
  const char *Name; ///< Empty where it is not known.
  uint64_t Size;
  enum Kind : uint32_t { Local, Shared, Global } Where;
};

/// Where memory is accessed.
struct AccessSite {
  Site At;
  const Variable *Of; ///< What the access is to; null where that is not known.
  /// What the code takes the address for a multiple of: a power of two.
  uint64_t Alignment = 1;
};

/// What the lanes of a warp do together.
enum class WarpOperation : uint32_t {
  // NVIDIA: the lanes of a mask wait for each other wherever they are.
  Sync,
  ShuffleIndex, ///< Operands as in PTX: value, lane, clamp and segments.
  ShuffleUp,
  ShuffleDown,
  ShuffleButterfly,
  VoteAll,
  VoteAny,
  VoteUniform,
  VoteBallot,
  MatchAny,
  MatchAll,
  ReduceAdd,
  ReduceUnsignedMin,
  ReduceUnsignedMax,
  ReduceSignedMin,
  ReduceSignedMax,
  ReduceAnd,
  ReduceOr,
  ReduceXor,
  // Those that are here together; the mask does not count.
  FirstActive, ///< From here on.
  ActiveMask = FirstActive,
  ActiveBallot,
  ReadFirst, ///< The value of the first lane that is here.
  ReadLane,  ///< The value of the lane A, here or not.
  Permute,   ///< AMD's ds_permute: the value goes to the lane A / 4.
  Permuted,  ///< AMD's ds_bpermute: the value of the lane A / 4.
  Swizzle,   ///< AMD's ds_swizzle with the pattern A.
  Meet,      ///< Nothing but being here together.
};

/// What the lanes of a block do together.
enum class BlockOperation : uint32_t {
  Sync,
  Arrive, ///< Is counted and does not wait.
  Count,  ///< Of lanes with a predicate that holds.
  And,
  Or,
  Aligned = 0x100, ///< Added: all lanes of a warp come to this place together.
};

struct Exchanged {
  uint64_t Value;
  uint64_t Flag; ///< The predicate of a shuffle, or of MatchAll.
};

/// What the device runtime sleeps while the host does something for it.
constexpr uint32_t HostWaitNs = 1000;

/// What lowered code calls. None throws; those that fail do not return.
struct Operations {
  Lane *(*CurrentLane)();
  /// \p Count lanes, or 0 for all that still run, meet at barrier \p Id.
  uint64_t (*OnBlock)(const Site *, BlockOperation, uint32_t Id, uint32_t Count,
                      uint32_t Predicate);
  Exchanged (*OnWarp)(const Site *, WarpOperation, uint64_t Mask,
                      uint64_t Value, uint64_t A, uint64_t B);
  /// Lets other lanes run. Who sleeps for HostWaitNs or longer waits for what
  /// comes from outside of the launch.
  void (*Yield)(const Site *, uint32_t Nanoseconds);
  /// The same now and then, where a loop may be waiting for another lane.
  void (*Tick)(const Site *);
  void (*Exit)();
  void (*Trap)(const Site *, const char *Reason);
  uint64_t (*Cycles)();
  uint64_t (*Nanoseconds)();
  int32_t (*Print)(const char *Format, const void *Arguments);
  void *(*Allocate)(uint64_t Size);
  void (*Free)(void *);
  void (*AssertFailed)(const char *Condition, const char *File, uint32_t Line,
                       const char *Function);
  uint64_t (*IsShared)(const void *);
  uint64_t (*IsPrivate)(const void *);
  /// In checking mode, before each access; there is none if \p Size is 0.
  /// \p Kind as in AccessKind. \p Base is where the site's variable begins.
  /// \p Value is what is written, where that is known.
  void (*Access)(const AccessSite *, const void *Place, uint64_t Size,
                 uint32_t Kind, const void *Base, const void *Value);
  /// In checking mode, after each atomic read: what the lane learned by it.
  void (*Acquired)(const void *Place, uint32_t Kind);
  /// In checking mode: AccessAcquire, AccessRelease, AccessOfBlock.
  void (*Fence)(uint32_t Kind);
};

enum AccessKind : uint32_t {
  AccessRead = 0x1,
  AccessWrite = 0x2,
  AccessAtomic = 0x4,
  AccessAcquire = 0x8,
  AccessRelease = 0x10,
  AccessOfBlock = 0x20, ///< Orders what other blocks do in no way.
  AccessCopies = 0x40,  ///< Moves what is there, written or not.
  AccessFill = 0x80,    ///< The value is one byte for all.
  AccessLocal = 0x100,  ///< The variable is on the lane's stack.
  /// Nobody knows yet whether the program wants what is read; if so, that is
  /// announced later.
  AccessGuess = 0x200,
};

/// A parameter in the block of bytes that a kernel takes.
struct ParameterRecord {
  uint32_t Offset;
  uint32_t Size;
};

/// A variable in a block's shared memory.
struct SharedRecord {
  uint64_t Offset;
  const Variable *What;
};

struct KernelRecord {
  const char *Name;
  void (*Run)(const char *Parameters);
  uint32_t ParameterBytes;
  uint32_t NumParameters;
  const ParameterRecord *Parameters;
  const void *Environment; ///< clang's KernelEnvironmentTy, or null.
  uint32_t MaxBlockSize;   ///< Threads; 0: no bound.
};

struct ImageRecord {
  uint32_t Version; ///< InterfaceVersion.
  Family Kind;
  uint32_t WarpSize;
  uint32_t StaticSharedBytes; ///< Dynamic shared memory lies behind.
  uint32_t NumKernels;
  uint32_t IsChecked; ///< Calls Access.
  const KernelRecord *Kernels;
  const Operations **Table; ///< Set by the plugin before any kernel runs.
  // In checking mode.
  const SharedRecord *Shared; ///< By offset.
  uint32_t NumShared;
  uint32_t SharedPaddingBytes; ///< Between them, where no access belongs.
};

} // namespace ompjit::vgpu

#endif // OMPJIT_VIRTUALGPU_H
