//===- ompjit/FragmentKernels.h - Kernels of fragments --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What libomptarget offers to the fragment library: it puts fragments together
// for a device and launches the kernel. A C interface, since the two may be
// built by different compilers.
//
// Threads: all functions may be called by several threads at once, but a kernel
// must not be released while it is launched. Errors: a function that fails
// calls the sink once, with a text for people that names the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTKERNELS_H
#define OMPJIT_FRAGMENTKERNELS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Names are C's.
// NOLINTBEGIN(readability-identifier-naming)

typedef struct ompjit_fragment_kernel ompjit_fragment_kernel;

typedef struct ompjit_fragment {
  const char *name;  ///< For messages.
  const void *bytes; ///< A fragment file; read during the call only.
  size_t size;
} ompjit_fragment;

/// What a kernel is linked of. Read during the call only.
typedef struct ompjit_fragment_link {
  const char *entry_point; ///< The function in which the kernel begins.
  const ompjit_fragment *fragments;
  const char *const *options; ///< As docs/fragments.md lists them.
  uint32_t num_fragments, num_options;
} ompjit_fragment_link;

/// Receives why a call has failed.
typedef struct ompjit_error_sink {
  void (*take)(void *context, const char *text);
  void *context;
} ompjit_error_sink;

/// Where a kernel is put.
typedef enum ompjit_fragment_queue_kind {
  /// The launch waits until the kernel is done.
  OMPJIT_FRAGMENT_NO_QUEUE = 0,
  /// Into the queue of an omp_interop_t that was made with targetsync. Where
  /// devices have no queues, and the object is omp_interop_none, the launch
  /// waits.
  OMPJIT_FRAGMENT_INTEROP = 1,
  /// Into the native queue of such an object: a stream of CUDA or HIP.
  OMPJIT_FRAGMENT_STREAM = 2,
} ompjit_fragment_queue_kind;

typedef struct ompjit_fragment_launch {
  /// The arguments one after the other, each in as many words as it has bytes,
  /// rounded up.
  const uint64_t *words;
  uint32_t num_words;
  uint32_t num_arguments;
  const uint32_t *sizes; ///< Of each argument, in bytes.
  /// How many bytes of each argument a kernel may read, so that what it reads
  /// can be compared: structures have whole words. The same array for each
  /// launch of a signature. Null: only the number of words is compared.
  const uint32_t *readable;
  uint32_t alignment; ///< The largest of the arguments' types.
  uint32_t num_blocks[3], block_size[3]; ///< At least 1 each.
  uint32_t dynamic_memory_bytes;         ///< Of each block.
  uint32_t is_cooperative; ///< Not 0: all blocks run at the same time, or the
                           ///< launch fails.
  uint32_t queue_kind;     ///< An ompjit_fragment_queue_kind.
  const void *queue;       ///< The object or the handle.
} ompjit_fragment_launch;

/// Makes the devices available for which the fragment has code, to be called
/// before the program asks for devices. Ignores what is no fragment: a link
/// will say so.
void ompjit_fragments_announce(const void *bytes, size_t size);

/// Returns the kernel, from the cache if it was linked before; null after a
/// failure.
ompjit_fragment_kernel *ompjit_fragments_link(int32_t device,
                                              const ompjit_fragment_link *,
                                              ompjit_error_sink);

/// Runs the kernel, compiled if need be. Without a queue it is done when the
/// call returns; else it runs when the work that is in the queue is done, and
/// who waits for the queue learns whether it failed. Returns 0, or not 0 after
/// a failure.
int32_t ompjit_fragments_launch(ompjit_fragment_kernel *,
                                const ompjit_fragment_launch *,
                                ompjit_error_sink);

/// Waits for launches that are in queues, and unloads the kernel.
void ompjit_fragments_release(ompjit_fragment_kernel *);

// NOLINTEND(readability-identifier-naming)

#ifdef __cplusplus
}
#endif

#endif // OMPJIT_FRAGMENTKERNELS_H
