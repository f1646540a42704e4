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
// operations, which block the fibre until its partners have arrived; the code
// does everything else itself. Each call of an operation that can block names
// its place in the source, for reports, and its rank among the places of its
// function, by which lanes that took different ways reconverge.
//
// Threads: a block runs on one thread from start to end.
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
/// Kernels without parameters that one thread runs after an image is loaded and
/// before it is unloaded. Most images have none.
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

/// What a lane can query about itself.
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
  uint32_t SharedBytes;        ///< All of the block's shared memory.
  uint32_t DynamicSharedBytes; ///< The part of it that the launch asked for.
  char *Shared;
  const void *ImplicitArguments; ///< AMD: as code object version 5 has them.
  const void *DispatchPacket;    ///< AMD: hsa_kernel_dispatch_packet_t.
};

/// A place in the source. Lines are 0 without debug information.
struct Site {
  const char *Function;
  const char *File;
  uint32_t Line;
  uint32_t Rank; ///< Among the places of the function: later places have higher
                 ///< ranks, and a loop's places come before those that follow
                 ///< it.
};

/// A variable that a program declared, for reports.
struct Variable {
  const char *Name; ///< Empty where it is not known.
  uint64_t Size;
  enum Kind : uint32_t { Local, Shared, Global } Space;
};

/// Where memory is accessed.
struct AccessSite {
  Site Source;
  const Variable *Accessed; ///< The variable that is accessed; null if it is
                            ///< not known.
  /// The alignment that the code assumes for the address: a power of two.
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
  // Among the lanes that are here together; the mask does not count.
  FirstActive, ///< First of the operations that ignore the mask.
  ActiveMask = FirstActive,
  ActiveBallot,
  ReadFirst, ///< The value of the first lane that is here.
  ReadLane,  ///< The value of the lane A, here or not.
  Permute,   ///< AMD's ds_permute: the value goes to the lane A / 4.
  Permuted,  ///< AMD's ds_bpermute: the value of the lane A / 4.
  Swizzle,   ///< AMD's ds_swizzle with the pattern A.
  Meet,      ///< No more than being here together.
};

/// What the lanes of a block do together.
enum class BlockOperation : uint32_t {
  Sync,
  Arrive, ///< The lane is counted and does not wait.
  Count,  ///< Number of lanes whose predicate holds.
  And,
  Or,
  Aligned = 0x100, ///< A flag: all lanes of a warp come to this place together.
};

struct Exchanged {
  uint64_t Value;
  uint64_t Flag; ///< The predicate of a shuffle, or of MatchAll.
};

/// How long the device runtime sleeps between looks while the host does
/// something for it.
constexpr uint32_t HostWaitNs = 1000;

/// What lowered code calls. None of them throws; one that fails does not
/// return.
struct Operations {
  Lane *(*CurrentLane)();
  /// \p Count lanes, or 0 for all that still run, meet at barrier \p Id.
  uint64_t (*OnBlock)(const Site *, BlockOperation, uint32_t Id, uint32_t Count,
                      uint32_t Predicate);
  Exchanged (*OnWarp)(const Site *, WarpOperation, uint64_t Mask,
                      uint64_t Value, uint64_t A, uint64_t B);
  /// Lets other lanes run. A lane that sleeps for HostWaitNs or longer is taken
  /// to wait for something outside of the launch.
  void (*Yield)(const Site *, uint32_t Nanoseconds);
  /// Called in loops that may be waiting for another lane; lets others run now
  /// and then.
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
  /// In checking mode, called before each access; with a \p Size of 0 there is
  /// none. \p Kind holds AccessKind bits. \p Base is the start of the site's
  /// variable. \p Value is what is written, if that is known.
  void (*Access)(const AccessSite *, const void *Place, uint64_t Size,
                 uint32_t Kind, const void *Base, const void *Value);
  /// In checking mode, called after each atomic read, by which the lane may
  /// have learned what others wrote.
  void (*Acquired)(const void *Place, uint32_t Kind);
  /// In checking mode, called for fences. \p Kind holds AccessAcquire,
  /// AccessRelease and AccessOfBlock.
  void (*Fence)(uint32_t Kind);
};

enum AccessKind : uint32_t {
  AccessRead = 0x1,
  AccessWrite = 0x2,
  AccessAtomic = 0x4,
  AccessAcquire = 0x8,
  AccessRelease = 0x10,
  AccessOfBlock = 0x20, ///< Orders nothing between blocks.
  AccessCopies = 0x40,  ///< Copies what is there, whether it was written before
                        ///< or not.
  AccessFill = 0x80,    ///< Value points to one byte, which all bytes get.
  AccessLocal = 0x100,  ///< The variable is on the lane's stack.
  /// A speculative read: if the program does use what is read, that is
  /// announced later.
  AccessGuess = 0x200,
};

/// A parameter within the block of bytes that a kernel takes.
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
  uint32_t StaticSharedBytes; ///< Dynamic shared memory follows.
  uint32_t NumKernels;
  uint32_t IsChecked; ///< Not 0: the code calls Access.
  const KernelRecord *Kernels;
  const Operations **Table; ///< Set by the plugin before any kernel runs.
  // In checking mode.
  const SharedRecord *Shared; ///< By offset.
  uint32_t NumShared;
  uint32_t SharedPaddingBytes; ///< Between variables; no access to it is legal.
};

} // namespace ompjit::vgpu

#endif // OMPJIT_VIRTUALGPU_H
