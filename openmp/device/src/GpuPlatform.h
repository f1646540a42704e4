//===- GpuPlatform.h - What the hardware offers ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place that distinguishes GPUs. "Block", "warp" and "lane" also stand
// for AMD's work-group, wavefront and lane. Included by Platform.h.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_GPUPLATFORM_H
#define OMPJIT_OPENMP_DEVICE_GPUPLATFORM_H

#include <gpuintrin.h>
#include <stdint.h>

/// A variable of which each block has its own. It has no initial value.
#define OMPJIT_SHARED(...)                                                     \
  [[clang::loader_uninitialized]] static ompjit::device::InShared<__VA_ARGS__>

/// A variable that kernels only read.
#define OMPJIT_CONSTANT __gpu_constant

/// The address space of global memory, for pointers' targets.
#define OMPJIT_GLOBAL __gpu_global

/// Begins behind all other memory that a block shares.
extern "C" __gpu_local
    __attribute__((aligned(16))) char __ompjit_dynamic_shared[];
#if defined(__NVPTX__)
extern "C" uint32_t
ompjitDynamicBytes() asm("llvm.nvvm.read.ptx.sreg.dynamic_smem_size");
#endif

namespace ompjit::device {

template <typename T> using InShared = __gpu_local T;

inline uint32_t threadId() { return __gpu_thread_id_x(); }
inline uint32_t blockSize() { return __gpu_num_threads_x(); }
inline uint32_t blockId() { return __gpu_block_id_x(); }
inline uint32_t numBlocks() { return __gpu_num_blocks_x(); }
inline uint32_t warpSize() { return __gpu_num_lanes(); }
inline uint32_t laneId() { return __gpu_lane_id(); }
inline uint64_t activeLanes() { return __gpu_lane_mask(); }
inline bool isFirstActiveLane() {
  return __gpu_is_first_in_lane(activeLanes());
}

/// Whether the lanes of a warp share a program counter, so that a lane must not
/// wait for another one in a loop.
inline bool lanesShareCounter() {
#if defined(__AMDGPU__)
  return true;
#else
  return false;
#endif
}

/// A fence within the block: afterwards this thread sees what another one wrote
/// before its release.
inline void fenceBlock() {
#if defined(__AMDGPU__)
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
#else
  __nvvm_membar_cta();
#endif
}

inline void fenceDevice() {
#if defined(__AMDGPU__)
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
#else
  __nvvm_membar_gl();
#endif
}

inline void fenceSystem() {
#if defined(__AMDGPU__)
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "");
#else
  __nvvm_membar_sys();
#endif
}

/// Waits for all threads of the block that still run; all come to this place
/// together.
inline void syncBlockAligned() { __gpu_sync_threads(); }

/// Waits for all threads of the block that still run, wherever they call it.
inline void syncBlock() {
#if defined(__AMDGPU__)
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
#else
  __nvvm_barrier_sync(0);
#endif
}

/// Whether syncThreads can wait for this many threads.
inline bool canSyncThreads([[maybe_unused]] uint32_t Count) {
#if defined(__AMDGPU__)
  return false;
#else
  return Count % warpSize() == 0;
#endif
}

/// Waits for the first \p Count threads of the block.
inline void syncThreads([[maybe_unused]] uint32_t Count) {
#if !defined(__AMDGPU__)
  constexpr uint32_t Barrier = 1;
  __nvvm_barrier_sync_cnt(Barrier, Count);
#endif
}

/// Whether only the calling thread can use what \p Address names.
inline bool isPrivate(void *Address) { return __gpu_is_ptr_private(Address); }

inline void syncWarp(uint64_t Lanes) { __gpu_sync_lane(Lanes); }

/// Lets other threads run while this one waits for them.
inline void pause() { __gpu_thread_suspend(); }

/// The same while waiting for the host, which takes longer: about a
/// microsecond. It tells virtual GPUs that the wait may take any time.
inline void pauseForHost() {
#if defined(__AMDGPU__)
  __builtin_amdgcn_s_sleep(31);
#else
  if (__nvvm_reflect("__CUDA_ARCH") >= 700)
    asm volatile("nanosleep.u32 1000;" ::: "memory");
#endif
}

/// Returns the value of the lane \p Delta above this one, in groups of \p Width
/// lanes. \p Lanes are those that call this.
inline uint32_t shuffleDown([[maybe_unused]] uint64_t Lanes, uint32_t Value,
                            uint32_t Delta, uint32_t Width) {
#if defined(__AMDGPU__)
  const uint32_t Self = laneId(), Other = Self + Delta;
  const bool IsInGroup = (Self & (Width - 1)) + Delta < Width;
  return __builtin_amdgcn_ds_bpermute((IsInGroup ? Other : Self) << 2, Value);
#else
  const uint32_t Groups = ((warpSize() - Width) << 8) | (warpSize() - 1);
  return __nvvm_shfl_sync_down_i32(uint32_t(Lanes), Value, Delta, Groups);
#endif
}

inline uint64_t shuffleDown(uint64_t Lanes, uint64_t Value, uint32_t Delta,
                            uint32_t Width) {
  const uint32_t High = shuffleDown(Lanes, uint32_t(Value >> 32), Delta, Width);
  return uint64_t(High) << 32 |
         shuffleDown(Lanes, uint32_t(Value), Delta, Width);
}

/// Returns the time of a clock that all blocks share, in nanoseconds.
inline uint64_t nanoseconds() {
#if defined(__AMDGPU__)
  // A tick is ten nanoseconds on GPUs for data centres.
  return __builtin_readsteadycounter() * 10;
#else
  return __nvvm_read_ptx_sreg_globaltimer();
#endif
}

/// Returns the memory that the launch adds to the block's shared memory.
inline void *dynamicShared() { return (void *)__ompjit_dynamic_shared; }
inline uint32_t dynamicSharedBytes() {
#if defined(__AMDGPU__)
  // Offset in the implicit arguments since version 5 of code objects.
  constexpr unsigned Offset = 120;
  return *reinterpret_cast<const __gpu_constant uint32_t *>(
      static_cast<const __gpu_constant char *>(
          __builtin_amdgcn_implicitarg_ptr()) +
      Offset);
#else
  return ompjitDynamicBytes();
#endif
}

/// Three-dimensional places, for kernels without OpenMP's model.
inline uint32_t threadIdIn(int Dim) { return __gpu_thread_id(Dim); }
inline uint32_t blockIdIn(int Dim) { return __gpu_block_id(Dim); }
inline uint32_t blockSizeIn(int Dim) { return __gpu_num_threads(Dim); }
inline uint32_t numBlocksIn(int Dim) { return __gpu_num_blocks(Dim); }

inline uint64_t ballot(uint64_t Lanes, bool Predicate) {
  return __gpu_ballot(Lanes, Predicate);
}

} // namespace ompjit::device

#endif // OMPJIT_OPENMP_DEVICE_GPUPLATFORM_H
