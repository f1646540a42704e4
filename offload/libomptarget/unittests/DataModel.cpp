//===- DataModel.cpp - The rules of data mapping as a simple program ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataModel.h"

#include <algorithm>

namespace ompjit::test {

namespace {

constexpr const char *Overlaps = "OT301", *NotPresent = "OT302";

bool holds(const ModelMapping &M, const ModelItem &I) {
  return M.Begin <= I.Begin && I.end() <= M.End && I.Begin < M.End;
}

} // namespace

ModelMapping *DataModel::firstTouched(const ModelItem &I) {
  ModelMapping *First = nullptr;
  for (ModelMapping &M : Mappings)
    if ((holds(M, I) || (M.Begin < I.end() && I.Begin < M.End)) &&
        (!First || M.Begin < First->Begin))
      First = &M;
  return First;
}

ModelMapping *DataModel::holder(int Byte) { return firstTouched({Byte, 1, 0}); }

void DataModel::addPermanent(int Begin, int Size) {
  Mappings.push_back({Begin, Begin + Size});
  Mappings.back().IsPermanent = true;
  Mappings.back().IsNew = false;
  Mappings.back().Bytes.resize(size_t(Size));
}

void DataModel::copyTo(ModelMapping &M, const ModelItem &I) {
  for (int At = I.Begin; At < I.end(); ++At)
    M.Bytes[size_t(At - M.Begin)] = Host[size_t(At)];
  BytesTo += uint64_t(I.Size);
}

void DataModel::copyFrom(const ModelMapping &M, const ModelItem &I) {
  for (int At = I.Begin; At < I.end(); ++At)
    Host[size_t(At)] = M.Bytes[size_t(At - M.Begin)];
  BytesFrom += uint64_t(I.Size);
}

std::string DataModel::enter(const ModelItem &I) {
  ModelMapping *M = firstTouched(I);
  if (M && !holds(*M, I) && !(I.Type & MapImplicit))
    return Overlaps;
  if (!M) {
    if (I.Type & MapPresent)
      return NotPresent;
    if (!I.Size)
      return "";
    Mappings.push_back({I.Begin, I.end()});
    M = &Mappings.back();
    M->Bytes.resize(size_t(I.Size));
  }
  if (!M->IsPermanent || I.Type & MapOmpxHold)
    ++(I.Type & MapOmpxHold ? M->Holds : M->References);
  if (I.Type & MapTo && (M->IsNew || I.Type & MapAlways))
    copyTo(*M, I);
  return "";
}

std::string DataModel::begin(const std::vector<ModelItem> &Items) {
  for (const ModelItem &I : Items)
    if (std::string Failure = enter(I); !Failure.empty())
      return Failure;
  for (ModelMapping &M : Mappings)
    M.IsNew = false;
  return "";
}

std::string DataModel::end(const std::vector<ModelItem> &Items) {
  auto IsOver = [](const ModelMapping &M) {
    return !M.IsPermanent && !M.References && !M.Holds;
  };
  for (const ModelItem &I : Items) {
    ModelMapping *M = firstTouched(I);
    if (!M || (!holds(*M, I) && !(I.Type & MapImplicit))) {
      if (I.Type & MapPresent)
        return NotPresent;
      continue;
    }
    if ((M->IsPermanent && !(I.Type & MapOmpxHold)) || IsOver(*M))
      continue;
    int &Count = I.Type & MapOmpxHold ? M->Holds : M->References;
    Count = I.Type & MapDelete ? 0 : std::max(0, Count - 1);
  }
  for (const ModelItem &I : Items)
    if (ModelMapping *M = firstTouched(I); M && holds(*M, I) &&
                                           I.Type & MapFrom &&
                                           (I.Type & MapAlways || IsOver(*M)))
      copyFrom(*M, I);
  std::erase_if(Mappings, IsOver);
  return "";
}

std::string DataModel::update(const std::vector<ModelItem> &Items) {
  for (const ModelItem &I : Items) {
    ModelMapping *M = firstTouched(I);
    if (!M || !holds(*M, I)) {
      if (I.Type & MapPresent)
        return NotPresent;
      continue;
    }
    if (I.Type & MapTo)
      copyTo(*M, I);
    if (I.Type & MapFrom)
      copyFrom(*M, I);
  }
  return "";
}

} // namespace ompjit::test
