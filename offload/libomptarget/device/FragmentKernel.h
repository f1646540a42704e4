//===- FragmentKernel.h - A kernel that is put together -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel of fragments is a library of its own: its package is registered like
// that of a program, with one kernel and no host version. What a vendor's
// linker has made is registered like an image that was compiled ahead of time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_FRAGMENTKERNEL_H
#define OMPJIT_LIBOMPTARGET_DEVICE_FRAGMENTKERNEL_H

#include "Runtime.h"

#include "ompjit/FragmentKernels.h"
#include "ompjit/Fragments/Compose.h"
#include "ompjit/LinkedImage.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ompjit {

class FragmentKernel {
public:
  /// Links \p Fragments for the device, unless they are in the cache. Keeps
  /// nothing of them.
  static Result<std::unique_ptr<FragmentKernel>>
  link(Runtime &, int DeviceId, const std::string &EntryPoint,
       std::span<const fragments::NamedFragment> Fragments,
       const LinkOptions &Options);
  /// Waits for the kernel where it is in queues, and unloads it.
  ~FragmentKernel();
  FragmentKernel(const FragmentKernel &) = delete;
  FragmentKernel &operator=(const FragmentKernel &) = delete;

  /// Runs the kernel and waits until it is done. With a queue of the program,
  /// it is put into that, and the call does not wait.
  Status launch(const ompjit_fragment_launch &, ompjit_queue * = nullptr);

  int deviceId() const { return DeviceId; }
  const std::string &name() const { return Name; }
  /// Whether the device has interop objects with queues.
  bool hasQueues() const;

private:
  FragmentKernel(Runtime &Owner, int DeviceId, bool PassesGrid,
                 uint32_t MaxThreads, std::string EntryPoint,
                 std::string Linked);

  /// Registers what was linked.
  Status start();
  Status launchPacked(const ompjit_fragment_launch &, ompjit_queue *);
  Status launchWords(const ompjit_fragment_launch &, ompjit_queue *);
  Status run(ompjit_launch &, ompjit_queue *);
  Error refused(const std::string &Why) const;
  Status enqueue(Device &, ompjit_launch &, ompjit_queue *);
  Status checkGrid(const ompjit_fragment_launch &) const;
  Status checkArguments(const ompjit_fragment_launch &);

  Runtime &Owner;
  const int DeviceId;
  const bool PassesGrid;
  const uint32_t MaxThreads; ///< Of a block; 0: no bound.
  const std::string Name;
  const std::string Linked;                ///< A package, or a LinkedImage.
  bool IsPacked = false;                   ///< Whether it is a LinkedImage.
  std::vector<PackedParameter> Parameters; ///< If it is.
  bool IsRegistered = false;
  std::vector<uint8_t> ReadBytes; ///< Of each word of arguments of a package.
  std::atomic<const uint32_t *> Fitting = nullptr; ///< The last signature.
  // What a program hands over when it starts.
  __tgt_offload_entry Entry = {};
  __tgt_device_image Image = {};
  __tgt_bin_desc Description = {};
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_FRAGMENTKERNEL_H
