//===- Call.cpp - A call of a function of the table -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "OpenQueue.h"
#include "ompjit/Plugins/Error.h"

#include <cstdarg>
#include <cstdio>

namespace ompjit::cuda {

bool isFatal(Result Code) {
  switch (Code) {
  case Result::EccUncorrectable:
  case Result::NvlinkUncorrectable:
  case Result::Contained:
  case Result::IllegalAddress:
  case Result::LaunchTimeout:
  case Result::ContextIsDestroyed:
  case Result::Assert:
  case Result::HardwareStackError:
  case Result::IllegalInstruction:
  case Result::MisalignedAddress:
  case Result::InvalidAddressSpace:
  case Result::InvalidPc:
  case Result::LaunchFailed:
  case Result::TensorMemoryLeak:
  case Result::MpsClientTerminated:
  case Result::ExternalDevice:
    return true;
  default:
    return false;
  }
}

/// Returns the kernels that may have caused the fault: those of the queue where
/// it was found, if there are any, and otherwise those of all queues.
static std::string suspectsOf(ompjit_device &Device, ompjit_queue *Queue) {
  std::vector<const char *> Names;
  if (Queue)
    Queue->Recent.list(Names);
  if (Names.empty())
    Device.Queues.forEach(
        [&](const ompjit_queue &Each) { Each.Recent.list(Names); });
  return plugins::suspectsText(Names);
}

void breakDevice(ompjit_device &Device, Result Code, ompjit_queue *Queue) {
  Device.Health.breakFor(
      [&] { return textOf(Device.D, Code) + suspectsOf(Device, Queue); });
}

int refuse(ompjit_device &Device, ompjit_error *Error) {
  if (plugins::isForkedWithDriver())
    return plugins::fail(Error,
                         "the process was forked after its parent had started "
                         "NVIDIA's driver, which works in the parent only");
  return plugins::fail(Error,
                       "GPU %d cannot be used any more in this process: %s",
                       Device.Ordinal, Device.Health.reason().c_str());
}

void Call::refuse() { cuda::refuse(Device, Error); }

/// A thread without a context permanently gets that of the first GPU, as with
/// any call of CUDA's own runtime; so nothing has to be changed the next time.
void Call::change(Result Asked, struct Context *Current) {
  // Setting it anyway would take it away from the caller at the end.
  const Result Code =
      Asked == Result::Success ? Device.D.CtxSetCurrent(Device.Context) : Asked;
  if (Code != Result::Success) {
    fail(Code, nullptr, "cannot use the context of GPU %d", Device.Ordinal);
    return;
  }
  if (Current || Device.Ordinal != 0)
    Before = Current;
  IsEntered = true;
}

int Call::fail(Result Code, ompjit_queue *Queue, const char *Attempt, ...) {
  char What[256];
  va_list Details;
  va_start(Details, Attempt);
  std::vsnprintf(What, sizeof(What), Attempt, Details);
  va_end(Details);
  if (!isFatal(Code))
    return plugins::fail(Error, "%s: %s", What, textOf(Device.D, Code).c_str());
  breakDevice(Device, Code, Queue);
  return plugins::fail(
      Error, "%s, and GPU %d cannot be used any more in this process: %s", What,
      Device.Ordinal, Device.Health.reason().c_str());
}

} // namespace ompjit::cuda
