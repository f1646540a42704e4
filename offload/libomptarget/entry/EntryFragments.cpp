//===- EntryFragments.cpp - Kernels of fragments --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "ErrorSink.h"
#include "device/FragmentKernel.h"
#include "interop/Interop.h"
#include "support/Diagnostics.h"

#include "ompjit/Fragments/FragmentFile.h"

#include <memory>
#include <string>
#include <vector>

using namespace ompjit;

/// The name of the C interface for a kernel of the runtime.
struct ompjit_fragment_kernel {
  std::unique_ptr<FragmentKernel> Kernel;
};

namespace {

ByteView bytesOf(const ompjit_fragment &Fragment) {
  return ByteView(static_cast<const char *>(Fragment.bytes), Fragment.size);
}

/// Makes the devices available for which a fragment has code.
Status announce(ByteView Fragment) {
  Result<std::vector<fragments::FragmentImage>> Images =
      fragments::parse(Fragment);
  if (!Images)
    return Images.takeError();
  std::vector<std::string_view> Triples;
  Triples.reserve(Images->size());
  for (const fragments::FragmentImage &Each : *Images)
    Triples.push_back(Each.Triple);
  runtime().needTargets(Triples);
  return Done{};
}

Result<std::unique_ptr<FragmentKernel>>
linkFor(int DeviceId, const ompjit_fragment_link &Wanted) {
  auto Fail = [&Wanted](const std::string &Why) {
    return diagnose(Diagnostic::FragmentsNotLinked, {Wanted.entry_point, Why});
  };
  if (!Wanted.num_fragments)
    return Fail("it has no fragments; add_static_fragment and add_fragment add "
                "one");
  std::vector<fragments::NamedFragment> Fragments;
  Fragments.reserve(Wanted.num_fragments);
  for (uint32_t I = 0; I < Wanted.num_fragments; ++I) {
    const ompjit_fragment &Each = Wanted.fragments[I];
    Fragments.push_back({Each.name, bytesOf(Each)});
    if (Status S = announce(Fragments.back().File); !S)
      return Fail("the fragment '" + std::string(Each.name) +
                  "' is damaged: " + S.error().message());
  }
  const std::vector<std::string_view> Texts(
      Wanted.options, Wanted.options + Wanted.num_options);
  Result<LinkOptions> Options = LinkOptions::parse(Texts);
  if (!Options)
    return Fail(Options.error().message());
  if (deviceCount() == 0)
    return diagnose(Diagnostic::KernelNeedsDevice, {runtime().whyNoDevices()});
  return FragmentKernel::link(runtime(), DeviceId, Wanted.entry_point,
                              Fragments, *Options);
}

/// Returns the object into whose queue the kernel goes; null if the launch
/// waits.
Result<Interop *> queueFor(const FragmentKernel &Kernel,
                           const ompjit_fragment_launch &Launch) {
  if (Launch.queue_kind == OMPJIT_FRAGMENT_NO_QUEUE)
    return nullptr;
  auto Fail = [&Kernel](const std::string &Why) {
    return diagnose(Diagnostic::FragmentLaunchRefused, {Kernel.name(), Why});
  };
  if (Launch.queue_kind == OMPJIT_FRAGMENT_INTEROP && !Launch.queue)
    return Kernel.hasQueues()
               ? Result<Interop *>(
                     Fail("its queue is omp_interop_none, and the device has "
                          "queues; did '#pragma omp interop init' run for it?"))
               : nullptr;
  const bool IsStream = Launch.queue_kind == OMPJIT_FRAGMENT_STREAM;
  Interop *const Object = IsStream ? Interop::ofNativeQueue(Launch.queue)
                                   : Interop::find(Launch.queue);
  const std::string Place = describeAddress(Launch.queue);
  if (!Object)
    return Fail(IsStream
                    ? "the stream " + Place +
                          " belongs to no interop object that exists; get it "
                          "from one, as omp_ipr_targetsync"
                    : Place + " is no interop object, or one that was "
                              "destroyed");
  if (!Object->queue())
    return Fail("the interop object " + Place +
                " has no queue; '#pragma omp interop init(targetsync: ...)' "
                "makes one");
  if (Object->deviceId() != Kernel.deviceId())
    return Fail("its queue " + Place + " is of device " +
                std::to_string(Object->deviceId()));
  return Object;
}

Status launchIn(FragmentKernel &Kernel, const ompjit_fragment_launch &Launch) {
  Result<Interop *> Object = queueFor(Kernel, Launch);
  if (!Object)
    return Object.takeError();
  if (!*Object)
    return Kernel.launch(Launch);
  ompjit_queue *const Queue = (*Object)->queue();
  Status S = Kernel.launch(Launch, Queue);
  if (Device *D = runtime().deviceIfExists(Kernel.deviceId());
      D && !(*Object)->isOrdered())
    D->queued().awaitQueue(Queue);
  return S;
}

} // namespace

OMPJIT_EXPORT void ompjit_fragments_announce(const void *Bytes, size_t Size) {
  (void)announce(ByteView(static_cast<const char *>(Bytes), Size));
}

OMPJIT_EXPORT ompjit_fragment_kernel *
ompjit_fragments_link(int32_t DeviceId, const ompjit_fragment_link *Wanted,
                      ompjit_error_sink Sink) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  auto Linked = linkFor(DeviceId, *Wanted);
  if (!Linked) {
    tell(Sink, Linked.error(), DeviceId);
    return nullptr;
  }
  return new ompjit_fragment_kernel{std::move(*Linked)};
}

OMPJIT_EXPORT int32_t ompjit_fragments_launch(
    ompjit_fragment_kernel *Kernel, const ompjit_fragment_launch *Launch,
    ompjit_error_sink Sink) {
  Status S = launchIn(*Kernel->Kernel, *Launch);
  if (S)
    return 0;
  tell(Sink, S.error(), Kernel->Kernel->deviceId());
  return 1;
}

OMPJIT_EXPORT void ompjit_fragments_release(ompjit_fragment_kernel *Kernel) {
  delete Kernel;
}
