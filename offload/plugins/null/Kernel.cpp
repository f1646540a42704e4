//===- Kernel.cpp - Kernels that do nothing -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/Queue.h"

#include <sched.h>
#include <vector>

namespace ompjit::null {

using plugins::fail;

namespace {

int call(const ompjit_kernel &Kernel, const std::vector<void *> &Args,
         ompjit_error *Error) {
  switch (Kernel.Behaviour) {
  case KernelBehaviour::Nothing:
    return 0;
  case KernelBehaviour::Wait:
    while (!Args.empty() &&
           !__atomic_load_n(static_cast<int64_t *>(Args[0]), __ATOMIC_ACQUIRE))
      sched_yield();
    return 0;
  case KernelBehaviour::Fail:
    return fail(Error, "the kernel failed, as its image says");
  }
  return 0;
}

} // namespace

int launchKernel(ompjit_device *, ompjit_queue *Queue, ompjit_kernel *Kernel,
                 const ompjit_launch *Launch, ompjit_error *Error) {
  if (Launch->argument_form > OMPJIT_ARGUMENTS_PACKED)
    return fail(Error, "the null device does not know the form %u of arguments",
                Launch->argument_form);
  std::vector<void *> Args;
  if (Launch->argument_form != OMPJIT_ARGUMENTS_PACKED)
    Args.assign(Launch->args, Launch->args + Launch->num_args);
  const bool IsRight = Launch->argument_form == OMPJIT_ARGUMENTS_PACKED ||
                       Args.size() == Kernel->NumArgs;
  // Detected as late as on a device, so that failures in queues can be tried.
  return plugins::run(
      Queue, Error,
      [Kernel, IsRight, Args = std::move(Args)](ompjit_error *Error) {
        if (!IsRight)
          return fail(Error,
                      "the kernel takes %u arguments, the launch has "
                      "%zu",
                      Kernel->NumArgs.load(), Args.size());
        return call(*Kernel, Args, Error);
      });
}

} // namespace ompjit::null
