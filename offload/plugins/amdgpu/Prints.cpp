//===- Prints.cpp - What kernels print ------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prints.h"

#include "Call.h"
#include "Lane.h"
#include "Memory.h"

namespace ompjit::amdgpu {

int Prints::add(Call &In, void *Variable) {
  constexpr uint64_t BufferBytes = 1 << 20;
  void *Memory = nullptr;
  if (int Failed = allocateHost(In, BufferBytes, &Memory))
    return Failed;
  const Buffer New = {Memory, plugins::PrintBuffer(Memory, BufferBytes)};
  if (int Failed = copyToDevice(&In.device(), nullptr, Variable, &Memory,
                                sizeof(Memory), In.error())) {
    In.hsa().PoolFree(Memory);
    return Failed;
  }
  MutexLock Lock(Guard);
  Buffers.emplace(Variable, New);
  HasAny = true;
  return 0;
}

void Prints::remove(ompjit_device &Device, void *Variable) {
  show(Device);
  MutexLock Lock(Guard);
  const auto At = Buffers.find(Variable);
  if (At == Buffers.end())
    return;
  if (!Device.Health.isBroken())
    Device.H.PoolFree(At->second.Memory);
  Buffers.erase(At);
}

void Prints::show(ompjit_device &Device) {
  if (!HasAny.load(std::memory_order_relaxed))
    return;
  MutexLock Lock(Guard);
  for (auto &[Variable, Each] : Buffers)
    if (Each.Content.print())
      // The buffer may only be emptied when nobody writes.
      Device.Lanes->ifIdle([&] { Each.Content.makeRoom(); });
}

} // namespace ompjit::amdgpu
