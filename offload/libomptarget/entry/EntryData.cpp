//===- EntryData.cpp - Entry points: data directives ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Deferred.h"
#include "Entry.h"
#include "data/MapArguments.h"

#include <memory>

using namespace ompjit;

namespace {

using DataStep = Status (*)(DataEnvironment &, const MapArguments &,
                            Operation &);

/// What an entry point does, and how.
struct Directive {
  ConstructKind Kind;
  DataStep Step;
};

Status enterData(DataEnvironment &Data, const MapArguments &Arguments,
                 Operation &Work) {
  return Data.begin(Arguments, nullptr, Work);
}
Status exitData(DataEnvironment &Data, const MapArguments &Arguments,
                Operation &Work) {
  return Data.end(Arguments, Work);
}
Status updateData(DataEnvironment &Data, const MapArguments &Arguments,
                  Operation &Work) {
  return Data.update(Arguments, Work);
}

constexpr Directive EnterDirective{ConstructKind::EnterData, enterData};
constexpr Directive ExitDirective{ConstructKind::ExitData, exitData};
constexpr Directive UpdateDirective{ConstructKind::Update, updateData};

void run(const Directive &What, bool IsNoWait, const void *CodeAddress,
         ident_t *Location, int64_t DeviceId, const MapArguments &Passed) {
  Device *D = route(DeviceId, Location);
  if (!D)
    return;
  StructExtents Extents;
  const MapArguments Arguments = Extents.cover(Passed);
  ConstructScope Scope(runtime().observers(), [&] {
    return ConstructEvent{What.Kind, IsNoWait,    D->id(),   nullptr,
                          Location,  CodeAddress, &Arguments};
  });
  if (void **Handle = deferredHandle(*D, IsNoWait)) {
    auto Construct = std::make_unique<DeferredConstruct>(*D, Location);
    if (Status S = What.Step(D->data(), Arguments, *Construct->Work); !S)
      failProgram(S.error(), Location, D->id());
    Construct->Work->release(Scope.detach());
    *Handle = Construct.release();
    return;
  }
  Operation Work(D->data().device(), D->queues());
  Status S = What.Step(D->data(), Arguments, Work);
  if (S)
    S = Work.finish();
  if (!S)
    failProgram(S.error(), Location, D->id());
}

} // namespace

#define OMPJIT_DATA_ENTRY(Name, What)                                          \
  OMPJIT_EXPORT void Name##_mapper(ident_t *Location, int64_t DeviceId,        \
                                   int32_t Count, void **Bases, void **Begins, \
                                   int64_t *Sizes, int64_t *Types,             \
                                   void **Names, void **Mappers) {             \
    run(What, false, __builtin_return_address(0), Location, DeviceId,          \
        {uint32_t(Count), Bases, Begins, Sizes, Types, Names, Mappers});       \
  }                                                                            \
  OMPJIT_EXPORT void Name##_nowait_mapper(                                     \
      ident_t *Location, int64_t DeviceId, int32_t Count, void **Bases,        \
      void **Begins, int64_t *Sizes, int64_t *Types, void **Names,             \
      void **Mappers, int32_t, void *, int32_t, void *) {                      \
    run(What, true, __builtin_return_address(0), Location, DeviceId,           \
        {uint32_t(Count), Bases, Begins, Sizes, Types, Names, Mappers});       \
  }                                                                            \
  OMPJIT_EXPORT void Name(int64_t DeviceId, int32_t Count, void **Bases,       \
                          void **Begins, int64_t *Sizes, int64_t *Types) {     \
    run(What, false, __builtin_return_address(0), nullptr, DeviceId,           \
        {uint32_t(Count), Bases, Begins, Sizes, Types, nullptr, nullptr});     \
  }                                                                            \
  OMPJIT_EXPORT void Name##_nowait(                                            \
      int64_t DeviceId, int32_t Count, void **Bases, void **Begins,            \
      int64_t *Sizes, int64_t *Types, int32_t, void *, int32_t, void *) {      \
    run(What, true, __builtin_return_address(0), nullptr, DeviceId,            \
        {uint32_t(Count), Bases, Begins, Sizes, Types, nullptr, nullptr});     \
  }

OMPJIT_DATA_ENTRY(__tgt_target_data_begin, EnterDirective)
OMPJIT_DATA_ENTRY(__tgt_target_data_end, ExitDirective)
OMPJIT_DATA_ENTRY(__tgt_target_data_update, UpdateDirective)

OMPJIT_EXPORT int64_t __tgt_mapper_num_components(void *Handle) {
  return int64_t(static_cast<MapperComponents *>(Handle)->size());
}

OMPJIT_EXPORT void __tgt_push_mapper_component(void *Handle, void *Base,
                                               void *Begin, int64_t Size,
                                               int64_t Type, void *Name) {
  static_cast<MapperComponents *>(Handle)->push(Base, Begin, Size, Type, Name);
}
