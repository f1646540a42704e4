//===- EntryData.cpp - Entry points: data directives ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "MapArguments.h"

using namespace ompjit;

namespace {

using DataStep = Status (*)(DataEnvironment &, const MapArguments &);

Status enterData(DataEnvironment &Data, const MapArguments &Arguments) {
  return Data.begin(Arguments, nullptr);
}
Status exitData(DataEnvironment &Data, const MapArguments &Arguments) {
  return Data.end(Arguments);
}
Status updateData(DataEnvironment &Data, const MapArguments &Arguments) {
  return Data.update(Arguments);
}

void run(DataStep Step, ident_t *Location, int64_t DeviceId, int32_t Count,
         void **Bases, void **Begins, int64_t *Sizes, int64_t *Types,
         void **Names, void **Mappers) {
  Device *D = route(DeviceId, Location);
  if (!D)
    return;
  MapArguments Arguments{uint32_t(Count), Bases, Begins, Sizes,
                         Types,           Names, Mappers};
  if (Status S = Step(D->data(), Arguments); !S)
    failProgram(S.error(), Location, D->id());
}

} // namespace

// Every directive comes as it is and as the body of a target task (nowait). A
// task's dependences are libomp's concern: the body runs when they are met.
#define OMPJIT_DATA_ENTRY(Name, Step)                                          \
  OMPJIT_EXPORT void Name##_mapper(ident_t *Location, int64_t DeviceId,        \
                                   int32_t Count, void **Bases, void **Begins, \
                                   int64_t *Sizes, int64_t *Types,             \
                                   void **Names, void **Mappers) {             \
    run(Step, Location, DeviceId, Count, Bases, Begins, Sizes, Types, Names,   \
        Mappers);                                                              \
  }                                                                            \
  OMPJIT_EXPORT void Name##_nowait_mapper(                                     \
      ident_t *Location, int64_t DeviceId, int32_t Count, void **Bases,        \
      void **Begins, int64_t *Sizes, int64_t *Types, void **Names,             \
      void **Mappers, int32_t, void *, int32_t, void *) {                      \
    run(Step, Location, DeviceId, Count, Bases, Begins, Sizes, Types, Names,   \
        Mappers);                                                              \
  }                                                                            \
  OMPJIT_EXPORT void Name(int64_t DeviceId, int32_t Count, void **Bases,       \
                          void **Begins, int64_t *Sizes, int64_t *Types) {     \
    run(Step, nullptr, DeviceId, Count, Bases, Begins, Sizes, Types, nullptr,  \
        nullptr);                                                              \
  }                                                                            \
  OMPJIT_EXPORT void Name##_nowait(                                            \
      int64_t DeviceId, int32_t Count, void **Bases, void **Begins,            \
      int64_t *Sizes, int64_t *Types, int32_t, void *, int32_t, void *) {      \
    run(Step, nullptr, DeviceId, Count, Bases, Begins, Sizes, Types, nullptr,  \
        nullptr);                                                              \
  }

OMPJIT_DATA_ENTRY(__tgt_target_data_begin, enterData)
OMPJIT_DATA_ENTRY(__tgt_target_data_end, exitData)
OMPJIT_DATA_ENTRY(__tgt_target_data_update, updateData)

OMPJIT_EXPORT int64_t __tgt_mapper_num_components(void *Handle) {
  return int64_t(static_cast<MapperComponents *>(Handle)->size());
}

OMPJIT_EXPORT void __tgt_push_mapper_component(void *Handle, void *Base,
                                               void *Begin, int64_t Size,
                                               int64_t Type, void *Name) {
  static_cast<MapperComponents *>(Handle)->push(Base, Begin, Size, Type, Name);
}
