//===- FragmentKernel.cpp - A kernel that is put together -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentKernel.h"

#include "Launch.h"
#include "PackedArguments.h"
#include "Scratch.h"
#include "support/Diagnostics.h"

#include "ompjit/Package.h"

#include <algorithm>
#include <bit>

namespace ompjit {

namespace {

/// The words of a grid: numbers of blocks, sizes of blocks.
constexpr size_t NumExtents = 6;
/// More would run for days, and shares of them must fit into 64 bits.
constexpr uint64_t MaxBlocks = uint64_t(1) << 48;

/// Returns the product, or \p Bound if it is larger.
uint64_t boundedProduct(const uint32_t (&Factors)[3], uint64_t Bound) {
  uint64_t Product = 1;
  for (uint32_t Each : Factors)
    if (__builtin_mul_overflow(Product, Each, &Product) || Product > Bound)
      return Bound;
  return Product;
}

/// The most that CUDA's kernels take, but for those of the newest GPUs. Larger
/// blocks are allocated.
constexpr size_t UsualPackedBytes = 4096;

/// Returns how many bytes the kernel reads of each word of its arguments. \p
/// Linked was parsed by the engine before.
std::vector<uint8_t> readBytes(ByteView Linked, bool PassesGrid) {
  std::vector<uint8_t> All;
  Result<PackageView> View = PackageView::parse(Linked);
  if (!View || View->numKernels() != 1)
    return All;
  const KernelInfo Kernel = View->kernel(0);
  const size_t NumHidden = PassesGrid ? NumExtents : 0;
  for (uint32_t I = 0; I + NumHidden < Kernel.NumParameters; ++I) {
    const ParameterInfo Word = View->parameter(Kernel, I);
    All.push_back(Word.Kind == package::ParameterKind::Pointer
                      ? sizeof(void *)
                      : uint8_t((std::bit_width(Word.DemandedBits) + 7) / 8));
  }
  return All;
}

Status awaitQueue(Device &D, ompjit_queue *Queue) {
  const PluginDevice &Plugin = D.data().device();
  ompjit_error Reason = {};
  if (Plugin.table().queue_synchronize(Plugin.handle(), Queue, &Reason))
    return diagnose(Diagnostic::QueueFailed, {Reason.text});
  return Done{};
}

} // namespace

Result<std::unique_ptr<FragmentKernel>>
FragmentKernel::link(Runtime &Owner, int DeviceId,
                     const std::string &EntryPoint,
                     std::span<const fragments::NamedFragment> Fragments,
                     const LinkOptions &Options) {
  Result<Device *> Target = Owner.device(DeviceId);
  if (!Target)
    return Target.takeError();
  const PluginDevice &Plugin = (*Target)->data().device();
  ompjit_device_info Info = {};
  Plugin.table().device_info(Plugin.handle(), &Info);
  auto Fail = [&](const Error &Reason) {
    return diagnose(Diagnostic::FragmentsNotLinked,
                    {EntryPoint, Reason.message()});
  };
  Result<std::string> Composed = fragments::compose(
      Fragments,
      {Info.triple, Info.arch, Info.features, /*IsReal=*/!Info.emulation},
      EntryPoint, Options);
  if (!Composed)
    return Fail(Composed.error());
  Result<std::string> Linked = Owner.linkFragments(*Composed, EntryPoint);
  if (!Linked)
    return Fail(Linked.error());
  std::unique_ptr<FragmentKernel> New(
      new FragmentKernel(Owner, DeviceId, traitsOf(Info.triple).PassesGrid,
                         Options.MaxThreads, EntryPoint, std::move(*Linked)));
  if (Status S = New->start(); !S)
    return Fail(S.error());
  // Loads it, so that failures are known here.
  if (Target = Owner.device(DeviceId); !Target)
    return Fail(Target.error());
  if (const std::optional<Error> Why = Owner.loadFailure(New->Description))
    return Fail(*Why);
  return New;
}

FragmentKernel::FragmentKernel(Runtime &Owner, int DeviceId, bool PassesGrid,
                               uint32_t MaxThreads, std::string EntryPoint,
                               std::string Linked)
    : Owner(Owner), DeviceId(DeviceId), PassesGrid(PassesGrid),
      MaxThreads(MaxThreads), Name(std::move(EntryPoint)),
      Linked(std::move(Linked)) {}

Status FragmentKernel::start() {
  ByteView Bytes = Linked;
  if (LinkedImage::hasMagic(Bytes)) {
    Result<LinkedImage> Made = LinkedImage::decode(Bytes);
    if (!Made)
      return Made.takeError();
    IsPacked = true;
    Parameters = std::move(Made->Parameters);
    Bytes = Made->Bytes;
  } else {
    ReadBytes = readBytes(Linked, PassesGrid);
  }
  Entry.Version = 1;
  Entry.Kind = 1;
  Entry.Address = this;
  Entry.SymbolName = const_cast<char *>(Name.c_str());
  char *Begin = const_cast<char *>(Bytes.data());
  Image = {Begin, Begin + Bytes.size(), &Entry, &Entry + 1};
  Description = {1, &Image, &Entry, &Entry + 1};
  Owner.registerLibrary(Description, DeviceId);
  IsRegistered = true;
  return Done{};
}

FragmentKernel::~FragmentKernel() {
  if (!IsRegistered)
    return;
  if (Device *D = Owner.deviceIfExists(DeviceId)) {
    D->queued().awaitKernel(this);
    // The image stays loaded while others that were launched before seem to
    // run.
    D->queued().release();
  }
  Owner.unregisterLibrary(Description);
}

/// Checks what the device would not understand, or take for something else.
Status FragmentKernel::checkGrid(const ompjit_fragment_launch &Launch) const {
  for (int I = 0; I < 3; ++I)
    if (!Launch.num_blocks[I] || !Launch.block_size[I])
      return Error("the grid has no blocks, or its blocks have no threads");
  const uint64_t NumThreads = boundedProduct(Launch.block_size, UINT32_MAX);
  if (NumThreads == UINT32_MAX)
    return Error("its blocks have more threads than 32 bits can count");
  if (boundedProduct(Launch.num_blocks, MaxBlocks) == MaxBlocks)
    return Error("its grid has more blocks than 48 bits can count");
  if (MaxThreads && NumThreads > MaxThreads)
    return Error("its blocks have " + std::to_string(NumThreads) +
                 " threads, and it was linked for at most " +
                 std::to_string(MaxThreads) + " (--gpu-max-threads-per-block)");
  return Done{};
}

/// Compares what the signature of the launch says with what the code reads. The
/// code has no types, so that float and int are the same here.
Status FragmentKernel::checkArguments(const ompjit_fragment_launch &Launch) {
  if (Launch.num_words != ReadBytes.size())
    return Error("its arguments take " + std::to_string(ReadBytes.size()) +
                 " words, and those of the launch " +
                 std::to_string(Launch.num_words) +
                 "; the signature must be that of the entry point");
  const uint32_t *const Bytes = Launch.readable;
  if (!Bytes || Fitting.load(std::memory_order_relaxed) == Bytes) [[likely]]
    return Done{};
  size_t Word = 0;
  for (uint32_t I = 0; I != Launch.num_arguments; ++I)
    for (uint32_t Left = Bytes[I]; Left && Word != ReadBytes.size(); ++Word) {
      const uint32_t There = std::min<uint32_t>(Left, sizeof(uint64_t));
      if (ReadBytes[Word] > There)
        return Error("argument " + std::to_string(I + 1) + " has " +
                     std::to_string(There) +
                     " bytes in the signature of the launch, and the entry "
                     "point reads " +
                     std::to_string(ReadBytes[Word]) +
                     "; both must be the same");
      Left -= There;
    }
  Fitting.store(Bytes, std::memory_order_relaxed);
  return Done{};
}

[[gnu::always_inline]] inline Status FragmentKernel::run(ompjit_launch &Launch,
                                                         ompjit_queue *Queue) {
  Result<Device *> Target = Owner.device(DeviceId);
  if (!Target)
    return Target.takeError();
  Device &D = **Target;
  Launch.dynamic_memory_bytes =
      std::max(Launch.dynamic_memory_bytes, D.minSharedBytes());
  if (Queue && D.queues())
    return enqueue(D, Launch, Queue);
  if (Queue)
    if (Status S = awaitQueue(D, Queue); !S)
      return S;
  D.queued().release();
  RunningLaunches::Guard Running(D.running());
  DeviceKernel *Kernel = D.findKernel(this);
  if (!Kernel)
    return diagnose(Diagnostic::UnknownRegion);
  Operation Work(D.data().device(), D.queues());
  if (Status S = runKernel(D, *Kernel, Launch, Work); !S)
    return S;
  return Work.finish();
}

Error FragmentKernel::refused(const std::string &Why) const {
  return diagnose(Diagnostic::FragmentLaunchRefused, {Name, Why});
}

static inline ompjit_launch describe(const ompjit_fragment_launch &Wanted) {
  ompjit_launch Launch = {};
  for (int I = 0; I < 3; ++I) {
    Launch.num_teams[I] = Wanted.num_blocks[I];
    Launch.thread_limit[I] = Wanted.block_size[I];
  }
  Launch.dynamic_memory_bytes = Wanted.dynamic_memory_bytes;
  Launch.is_cooperative = Wanted.is_cooperative;
  return Launch;
}

/// Has a large frame, which other launches need not have.
[[gnu::noinline]] Status
FragmentKernel::launchPacked(const ompjit_fragment_launch &Wanted,
                             ompjit_queue *Queue) {
  const uint32_t Bytes = packedBytes(Parameters);
  Scratch<uint64_t, UsualPackedBytes / sizeof(uint64_t)> Block(
      (Bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t));
  if (Status S = packArguments(Wanted, Parameters, Block.data()); !S)
    return refused(S.error().message());
  ompjit_launch Launch = describe(Wanted);
  Launch.argument_form = OMPJIT_ARGUMENTS_PACKED;
  Launch.args = reinterpret_cast<void **>(Block.data());
  Launch.packed_bytes = Bytes;
  return run(Launch, Queue);
}

[[gnu::always_inline]] inline Status
FragmentKernel::launchWords(const ompjit_fragment_launch &Wanted,
                            ompjit_queue *Queue) {
  if (Wanted.alignment > sizeof(uint64_t)) [[unlikely]]
    return refused(
        "one of its arguments has an alignment of " +
        std::to_string(Wanted.alignment) +
        " bytes, and that of kernels that clang compiles is at most " +
        std::to_string(sizeof(uint64_t)));
  if (Status S = checkArguments(Wanted); !S)
    return refused(S.error().message());
  Scratch<void *, UsualArguments> Words(Wanted.num_words + NumExtents);
  uint32_t Count = 0;
  auto Add = [&](uint64_t Word) {
    Words[Count++] = reinterpret_cast<void *>(Word);
  };
  for (uint32_t I = 0; I < Wanted.num_words; ++I)
    Add(Wanted.words[I]);
  if (PassesGrid) {
    for (uint32_t Blocks : Wanted.num_blocks)
      Add(Blocks);
    for (uint32_t Size : Wanted.block_size)
      Add(Size);
  }
  ompjit_launch Launch = describe(Wanted);
  Launch.args = Words.data();
  Launch.num_args = Count;
  return run(Launch, Queue);
}

Status FragmentKernel::launch(const ompjit_fragment_launch &Wanted,
                              ompjit_queue *Queue) {
  if (Status S = checkGrid(Wanted); !S)
    return refused(S.error().message());
  if (IsPacked) [[unlikely]]
    return launchPacked(Wanted, Queue);
  return launchWords(Wanted, Queue);
}

bool FragmentKernel::hasQueues() const {
  Device *D = Owner.deviceIfExists(DeviceId);
  if (!D)
    return false;
  const PluginDevice &Plugin = D->data().device();
  return Plugin.table().device_capabilities(Plugin.handle()) &
         OMPJIT_CAN_INTEROPERATE;
}

Status FragmentKernel::enqueue(Device &D, ompjit_launch &Launch,
                               ompjit_queue *Queue) {
  D.queued().makeRoom(Queue);
  auto Running = std::make_unique<RunningLaunches::Guard>(D.running());
  DeviceKernel *Kernel = D.findKernel(this);
  if (!Kernel)
    return diagnose(Diagnostic::UnknownRegion);
  auto Work =
      std::make_shared<Operation>(D.data().device(), *D.queues(), Queue);
  if (Status S = runKernel(D, *Kernel, Launch, *Work); !S)
    return S;
  if (Status S = Work->markEnd(); !S) {
    // Nobody could tell when it is done.
    (void)awaitQueue(D, Queue);
    return S;
  }
  D.queued().add({this, Queue, std::move(Running), std::move(Work)});
  return Done{};
}

} // namespace ompjit
