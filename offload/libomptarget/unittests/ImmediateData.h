//===- ImmediateData.h - A data environment without operations ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is for tests of what constructs do, not of when they are done: each
// construct is done on return.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_UNITTESTS_IMMEDIATEDATA_H
#define OMPJIT_LIBOMPTARGET_UNITTESTS_IMMEDIATEDATA_H

#include "data/DataEnvironment.h"

namespace ompjit::test {

class ImmediateData : public DataEnvironment {
public:
  using DataEnvironment::DataEnvironment;

  Status begin(const MapArguments &Arguments, DeviceAddress *Addresses) {
    Operation Work(device(), nullptr);
    return DataEnvironment::begin(Arguments, Addresses, Work);
  }
  Status end(const MapArguments &Arguments) {
    Operation Work(device(), nullptr);
    return DataEnvironment::end(Arguments, Work);
  }
  Status update(const MapArguments &Arguments) {
    Operation Work(device(), nullptr);
    return DataEnvironment::update(Arguments, Work);
  }
};

} // namespace ompjit::test

#endif // OMPJIT_LIBOMPTARGET_UNITTESTS_IMMEDIATEDATA_H
