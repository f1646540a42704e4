//===- Dispatch.h - Reads and runs dispatch packets -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_DISPATCH_H
#define OMPJIT_STANDIN_HSA_DISPATCH_H

#include "Executable.h"
#include "ompjit/Plugins/AmdDispatch.h"

#include <memory>
#include <string>

namespace ompjit::standin {

struct Dispatch {
  std::shared_ptr<Kernel> What;
  plugins::Shape Form = {};
  uint32_t DynamicSharedBytes = 0;
  const char *Arguments = nullptr;
};

/// On failure \p Why says what is wrong with the packet.
Status readDispatch(const Machine &M, const Agent &On,
                    const plugins::DispatchPacket &Packet, Dispatch &Out,
                    std::string &Why);

enum class Outcome {
  Over,
  Fault,     ///< The kernel used memory that it must not use.
  Exception, ///< Any other failure.
};

/// Runs the kernel in this thread and in threads of the virtual GPU. Must be
/// called without the lock.
Outcome play(const Agent &On, const Dispatch &Wanted, std::string &Failure);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_DISPATCH_H
