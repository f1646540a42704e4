//===- BlockSize.cpp - Threads that a block may have ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/BlockSize.h"

#include "ompjit/Specialize/KernelEnvironment.h"
#include "ompjit/Specialize/LaunchBounds.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace ompjit {

uint32_t maxBlockSize(const Function &Kernel) {
  auto Text = [&](StringRef Name) {
    return Kernel.getFnAttribute(Name).getValueAsString();
  };
  // NVIDIA's attributes have up to three dimensions, AMD's the minimum and the
  // maximum.
  uint32_t Most = 1, Number = 0;
  for (StringRef Name : {"nvvm.reqntid", "nvvm.maxntid"}) {
    if (Text(Name).empty())
      continue;
    for (StringRef Dimension : split(Text(Name), ','))
      Most *= to_integer(Dimension.trim(), Number) ? Number : 0;
    return Most;
  }
  StringRef Range = Text("amdgpu-flat-work-group-size");
  return to_integer(Range.split(',').second.trim(), Most) ? Most : 0;
}

void setBlockSizes(Function &Kernel, uint32_t Least, uint32_t Most) {
  if (!Kernel.getParent()->getTargetTriple().isNVPTX()) {
    Kernel.addFnAttr("amdgpu-flat-work-group-size",
                     std::to_string(Least) + "," + std::to_string(Most));
    return;
  }
  // ptxas and the driver accept one of the two, but not both.
  StringRef Bound = "nvvm.maxntid", Exact = "nvvm.reqntid";
  if (Least == Most)
    std::swap(Bound, Exact);
  Kernel.removeFnAttr(Exact);
  Kernel.addFnAttr(Bound, std::to_string(Most));
}

/// Sets the number of blocks that should run at a time, because without it
/// ptxas spills registers of a kernel with a bound so that more of its blocks
/// run. Most threads of a generic kernel only wait, and its main thread should
/// not be slowed down for them.
static void setBlocksPerMultiprocessor(Function &Kernel, bool IsSpmd) {
  constexpr StringLiteral Wanted = "nvvm.minctasm";
  if (!Kernel.getParent()->getTargetTriple().isNVPTX())
    return;
  if (!IsSpmd && !Kernel.hasFnAttribute(Wanted))
    Kernel.addFnAttr(Wanted, "1");
  else if (IsSpmd && Kernel.getFnAttribute(Wanted).getValueAsString() == "1")
    Kernel.removeFnAttr(Wanted);
}

void fitBlockSizes(Module &M) {
  constexpr uint32_t LargestBlock = 1024, GenericMode = 1;
  const uint32_t LargestWarp = M.getTargetTriple().isNVPTX() ? 32 : 64;
  for (Function &Kernel : M) {
    if (!isGpuKernel(Kernel) || Kernel.isDeclaration())
      continue;
    const package::LaunchBounds Bounds = launchBounds(Kernel);
    // A clause may request more threads than a block can have, and ptxas would
    // allocate registers for that number.
    if (Bounds.Mode && maxBlockSize(Kernel) > LargestBlock)
      setBlockSizes(Kernel, 1, LargestBlock);
    const uint32_t Most = maxBlockSize(Kernel);
    if (!(Bounds.Mode & GenericMode) || !Bounds.MaxThreads || !Most)
      continue;
    const bool IsSpmd = Bounds.Mode & SpmdMode;
    const uint32_t WithMain =
        std::min(Bounds.MaxThreads + LargestWarp, LargestBlock);
    if (!IsSpmd && Most < WithMain)
      setBlockSizes(Kernel, 1, WithMain);
    else if (IsSpmd && Most == WithMain)
      setBlockSizes(Kernel, 1, Bounds.MaxThreads);
    setBlocksPerMultiprocessor(Kernel, IsSpmd);
  }
}

} // namespace ompjit
