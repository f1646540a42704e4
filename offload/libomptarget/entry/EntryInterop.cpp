//===- EntryInterop.cpp - Entry points: interoperability objects ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The objects of `interop` constructs, in the three forms that compilers use:
// clang 22 calls __tgt_interop_init, _use and _destroy; the others serve OpenMP
// 6.0. Programs query properties through libomp, which passes the calls on.
//
// A construct waits for its dependences before it returns, even with `nowait`.
// If it has dependences, `use` also waits for the queue: tasks that depend on
// the construct may begin when it returns, and what the program has put into
// the queue must be done by then.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "Libomp.h"
#include "interop/Interop.h"
#include "interop/InteropProperties.h"
#include "support/Diagnostics.h"

#include <deque>
#include <memory>
#include <span>
#include <vector>

using namespace ompjit;

namespace {

constexpr int32_t Succeeded = 0;
constexpr int32_t Failed = -1;

/// Interop types in calls of __tgt_interop_init, and in those of
/// __tgt_interop_get.
constexpr int32_t InitTargetSync = 2;
constexpr int32_t GetTargetSync = 1;

constexpr uint32_t ContextIsDispatch = 0x1;
constexpr uint32_t ContextIsNoWait = 0x2;

constexpr int32_t UnknownThread = -1;

/// The caller, in the form of OpenMP 6.0.
struct InteropContext {
  uint32_t Version; ///< 0.
  uint32_t Flags;
  int32_t ThreadId;
};

/// One element of `prefer_type`. Our queues run in order, so `inorder` has no
/// effect; other attributes are unknown hints.
struct InteropPreference {
  int32_t Runtime; ///< omp_interop_fr_t; 0: any.
  uint32_t Attributes;
  int64_t ImplementationAttributes;
};
static_assert(sizeof(InteropPreference) == 16);

/// The dependences of a construct.
struct DependencePack {
  int32_t Count;
  int32_t NoAliasCount;
  kmp_depend_info *List;
  kmp_depend_info *NoAliasList;
};

OwnedInterops &ownedInterops() {
  static OwnedInterops &Only = *new OwnedInterops;
  return Only;
}

int32_t threadOf(const InteropContext *Context, ident_t *Location) {
  if (Context && Context->ThreadId != UnknownThread)
    return Context->ThreadId;
  return __kmpc_global_thread_num(Location);
}

bool hasDependences(const DependencePack *Pack) {
  return Pack && (Pack->Count || Pack->NoAliasCount);
}

void awaitDependences(ident_t *Location, const InteropContext *Context,
                      const DependencePack *Pack) {
  if (hasDependences(Pack))
    __kmpc_omp_wait_deps(Location, threadOf(Context, Location), Pack->Count,
                         Pack->List, Pack->NoAliasCount, Pack->NoAliasList);
}

void synchronizeOrFail(Interop &Object, const ident_t *Location) {
  Status S = Object.synchronize();
  // Kernels of fragments may be in the queue.
  if (Device *D = runtime().deviceIfExists(Object.deviceId()))
    D->queued().awaitQueue(Object.queue());
  if (!S)
    failProgram(S.error(), Location, Object.deviceId());
}

using Runtimes = std::span<const int32_t>;

std::vector<int32_t> runtimesOf(const InteropPreference *List, int32_t Count) {
  std::vector<int32_t> Numbers;
  for (int32_t I = 0; List && I < Count; ++I)
    Numbers.push_back(List[I].Runtime);
  return Numbers;
}

/// Returns the preferences of the construct that the thread will encounter
/// next.
std::deque<uint64_t> &pendingPreferences() {
  thread_local std::deque<uint64_t> Pending;
  return Pending;
}

std::vector<InteropPreference> takePreferences() {
  constexpr unsigned BitsOfOne = 8;
  std::deque<uint64_t> &Pending = pendingPreferences();
  std::vector<InteropPreference> List;
  if (Pending.empty())
    return List;
  for (uint64_t Left = Pending.front(); Left; Left >>= BitsOfOne)
    List.push_back({int32_t(uint8_t(Left)), 0, 0});
  Pending.pop_front();
  return List;
}

/// Returns null also if the device has no such objects; programs test for it.
std::unique_ptr<Interop> createInterop(Device &D, InteropKind Kind,
                                       Runtimes Preferred,
                                       const ident_t *Location) {
  Result<std::unique_ptr<Interop>> New =
      Interop::create(D.data().device(), Kind, Preferred);
  if (New)
    return std::move(*New);
  printDiagnostic("warning", New.error(), Location, D.id());
  return nullptr;
}

Interop *dispatchInterop(Device &D, InteropKind Kind, Runtimes Preferred,
                         int32_t ThreadId, const ident_t *Location) {
  if (Interop *Old = ownedInterops().find(ThreadId, D.id(), Kind, Preferred))
    return Old;
  std::unique_ptr<Interop> New = createInterop(D, Kind, Preferred, Location);
  return New ? ownedInterops().add(ThreadId, Preferred, std::move(New))
             : nullptr;
}

template <typename T>
T property(const Interop *Object, int Number, int *ReturnCode) {
  InteropCode Code;
  T Value = interopProperty<T>(Object, Number, Code);
  if (ReturnCode)
    *ReturnCode = int(Code);
  return Value;
}

} // namespace

OMPJIT_EXPORT Interop *
__tgt_interop_get(ident_t *Location, int32_t Type, int64_t DeviceId,
                  int32_t NumPreferences, const InteropPreference *Preferences,
                  InteropContext *Context, DependencePack *Pack) {
  awaitDependences(Location, Context, Pack);
  Device *D = route(DeviceId, Location);
  if (!D)
    return nullptr;
  const InteropKind Kind =
      Type == GetTargetSync ? InteropKind::TargetSync : InteropKind::Target;
  const std::vector<int32_t> Preferred =
      runtimesOf(Preferences, NumPreferences);
  if (Context && Context->Flags & ContextIsDispatch)
    return dispatchInterop(*D, Kind, Preferred, threadOf(Context, Location),
                           Location);
  return createInterop(*D, Kind, Preferred, Location).release();
}

OMPJIT_EXPORT int32_t __tgt_interop_use60(ident_t *Location, Interop *Object,
                                          InteropContext *Context,
                                          DependencePack *Pack) {
  awaitDependences(Location, Context, Pack);
  if (!Object)
    return Failed;
  const bool IsNoWait = Context && Context->Flags & ContextIsNoWait;
  if (!IsNoWait || hasDependences(Pack))
    synchronizeOrFail(*Object, Location);
  return Succeeded;
}

OMPJIT_EXPORT int32_t __tgt_interop_release(ident_t *Location, Interop *Object,
                                            InteropContext *Context,
                                            DependencePack *Pack) {
  awaitDependences(Location, Context, Pack);
  if (!Object)
    return Failed;
  // These are kept for the thread's next `dispatch`, and synchronised by its
  // task wait.
  if (ownedInterops().owns(Object))
    return Succeeded;
  synchronizeOrFail(*Object, Location);
  delete Object;
  return Succeeded;
}

/// \p Runtimes are the preferences of an `init` clause, a byte for each from
/// the lowest on, 0 behind the last. clang 22 does not pass them to the calls
/// below, so our driver adds calls of this function before the first of them,
/// for each clause of the construct in turn.
OMPJIT_EXPORT void __ompjit_interop_prefer(uint64_t Runtimes) {
  pendingPreferences().push_back(Runtimes);
}

OMPJIT_EXPORT void __tgt_interop_init(ident_t *Location, int32_t ThreadId,
                                      Interop **Object, int32_t Type,
                                      int32_t DeviceId, int32_t Count,
                                      kmp_depend_info *List, int32_t IsNoWait) {
  InteropContext Context = {0, IsNoWait ? ContextIsNoWait : 0, ThreadId};
  DependencePack Pack = {Count, 0, List, nullptr};
  const std::vector<InteropPreference> Preferred = takePreferences();
  *Object = __tgt_interop_get(
      Location, Type == InitTargetSync ? GetTargetSync : 0, DeviceId,
      int32_t(Preferred.size()), Preferred.data(), &Context, &Pack);
}

OMPJIT_EXPORT void __tgt_interop_use(ident_t *Location, int32_t ThreadId,
                                     Interop **Object, int32_t, int32_t Count,
                                     kmp_depend_info *List, int32_t IsNoWait) {
  InteropContext Context = {0, IsNoWait ? ContextIsNoWait : 0, ThreadId};
  DependencePack Pack = {Count, 0, List, nullptr};
  __tgt_interop_use60(Location, *Object, &Context, &Pack);
}

OMPJIT_EXPORT void __tgt_interop_destroy(ident_t *Location, int32_t ThreadId,
                                         Interop **Object, int32_t,
                                         int32_t Count, kmp_depend_info *List,
                                         int32_t IsNoWait) {
  InteropContext Context = {0, IsNoWait ? ContextIsNoWait : 0, ThreadId};
  DependencePack Pack = {Count, 0, List, nullptr};
  __tgt_interop_release(Location, *Object, &Context, &Pack);
  *Object = nullptr;
}

/// Called by libomp 22's task wait, which also waits for work in the queues of
/// `dispatch` constructs.
OMPJIT_EXPORT void __tgt_target_sync(ident_t *Location, int32_t ThreadId,
                                     void *, void *) {
  for (Interop *Each : ownedInterops().all(ThreadId))
    synchronizeOrFail(*Each, Location);
}

OMPJIT_EXPORT int ompx_interop_add_completion_callback(Interop *Object,
                                                       Interop::Callback Call,
                                                       void *Data) {
  if (!Object || !Call)
    return int(InteropCode::Other);
  Object->addCallback(Call, Data);
  return int(InteropCode::Success);
}

OMPJIT_EXPORT intptr_t omp_get_interop_int(const Interop *Object, int Number,
                                           int *ReturnCode) {
  return property<intptr_t>(Object, Number, ReturnCode);
}
OMPJIT_EXPORT void *omp_get_interop_ptr(const Interop *Object, int Number,
                                        int *ReturnCode) {
  return property<void *>(Object, Number, ReturnCode);
}
OMPJIT_EXPORT const char *omp_get_interop_str(const Interop *Object, int Number,
                                              int *ReturnCode) {
  return property<const char *>(Object, Number, ReturnCode);
}
OMPJIT_EXPORT const char *omp_get_interop_name(const Interop *, int Number) {
  return interopPropertyName(Number);
}
OMPJIT_EXPORT const char *omp_get_interop_type_desc(const Interop *Object,
                                                    int Number) {
  return interopTypeDescription(Object, Number);
}

// libomp forwards the next two functions, and returns null if the runtime has
// none. It looks for the first one under the misspelt name.
OMPJIT_EXPORT const char *omp_get_interop_rc_desc(const Interop *, int Code) {
  return interopCodeDescription(Code);
}
OMPJIT_EXPORT const char *omp_get_interop_rec_desc(const Interop *, int Code) {
  return interopCodeDescription(Code);
}
OMPJIT_EXPORT int omp_get_num_interop_properties(const Interop *) { return 0; }
