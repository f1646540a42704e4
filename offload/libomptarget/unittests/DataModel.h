//===- DataModel.h - The rules of data mapping as a simple program --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These are the rules of OpenMP 5.2 for the map clause and `target update`, for
// one device and bytes without pointers. They are implemented as simply as
// possible: a list of mappings that is searched from front to back, with a copy
// of every byte. Property tests run the model beside a DataEnvironment and
// compare the two.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_UNITTESTS_DATAMODEL_H
#define OMPJIT_LIBOMPTARGET_UNITTESTS_DATAMODEL_H

#include "ompjit/Abi.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ompjit::test {

/// A list item: the host's bytes [Begin, Begin + Size).
struct ModelItem {
  int Begin, Size;
  int64_t Type;
  int end() const { return Begin + Size; }
};

struct ModelMapping {
  int Begin, End;
  int References = 0, Holds = 0;
  bool IsPermanent = false;
  bool IsNew = true; ///< The running construct made it.
  std::vector<uint8_t> Bytes = {};
};

class DataModel {
public:
  explicit DataModel(int NumBytes) : Host(size_t(NumBytes)) {}

  // Each function returns the number of the diagnostic with which the construct
  // fails, or "". After a failure neither the program nor the model can
  // continue.
  std::string begin(const std::vector<ModelItem> &Items);
  std::string end(const std::vector<ModelItem> &Items);
  std::string update(const std::vector<ModelItem> &Items);

  void addPermanent(int Begin, int Size);
  /// Returns the mapping that holds the byte, or null.
  ModelMapping *holder(int Byte);

  std::vector<uint8_t> Host;
  std::vector<ModelMapping> Mappings;
  uint64_t BytesTo = 0, BytesFrom = 0;

private:
  ModelMapping *firstTouched(const ModelItem &);
  std::string enter(const ModelItem &);
  void copyTo(ModelMapping &, const ModelItem &);
  void copyFrom(const ModelMapping &, const ModelItem &);
};

} // namespace ompjit::test

#endif // OMPJIT_LIBOMPTARGET_UNITTESTS_DATAMODEL_H
