//===- HipStream.cpp - A HIP stream that goes with a queue ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HipStream.h"

#include "ompjit/Plugins/Error.h"

namespace ompjit::amdgpu {

using plugins::fail;

namespace {

/// Makes a device the thread's current one until the end of the scope.
class CurrentDevice {
public:
  CurrentDevice(const Hip &H, int Ordinal) : H(H) {
    Code = H.GetDevice(&Before);
    if (Code != HipError::Success || Before == Ordinal)
      return;
    Code = H.SetDevice(Ordinal);
    IsChanged = Code == HipError::Success;
  }
  ~CurrentDevice() {
    if (IsChanged)
      H.SetDevice(Before);
  }
  CurrentDevice(const CurrentDevice &) = delete;
  CurrentDevice &operator=(const CurrentDevice &) = delete;

  HipError code() const { return Code; }

private:
  const Hip &H;
  HipError Code;
  int Before = 0;
  bool IsChanged = false;
};

} // namespace

std::unique_ptr<HipStream> HipStream::create(const Hip &H, int Ordinal,
                                             ompjit_error *Error) {
  std::unique_ptr<HipStream> New(new HipStream(H, Ordinal));
  const CurrentDevice Current(H, Ordinal);
  HipError Code = Current.code();
  if (Code == HipError::Success)
    Code = H.StreamCreateWithFlags(&New->Handle, HipStreamNonBlocking);
  if (Code == HipError::Success)
    return New;
  fail(Error, "HIP cannot make a stream on its device %d: %s", Ordinal,
       textOf(H, Code).c_str());
  return nullptr;
}

int HipStream::synchronize(ompjit_error *Error) {
  const HipError Code = H.StreamSynchronize(Handle);
  if (Code == HipError::Success)
    return 0;
  return fail(Error, "the work in a stream of HIP's device %d failed: %s",
              Ordinal, textOf(H, Code).c_str());
}

bool HipStream::isOver() { return H.StreamQuery(Handle) != HipError::NotReady; }

void HipStream::close() { H.StreamDestroy(Handle); }

} // namespace ompjit::amdgpu
