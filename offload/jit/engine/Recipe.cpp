//===- Recipe.cpp - Which arguments count, and what is loaded -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recipe.h"

using namespace ompjit;
using namespace ompjit::jit;

/// One by one: a long list would destroy itself recursively.
Recipe::~Recipe() {
  while (Owner)
    Owner = std::move(Owner->Next);
}

std::vector<CountedArgument> Recipe::scalarsOf(const PackageView &Package,
                                               const KernelInfo &Kernel) {
  std::vector<CountedArgument> Counted;
  for (uint32_t I = 0; I != Kernel.NumParameters; ++I) {
    ParameterInfo Parameter = Package.parameter(Kernel, I);
    if (Parameter.Kind == package::ParameterKind::Scalar &&
        Parameter.DemandedBits != 0)
      Counted.push_back({I, Parameter.DemandedBits});
  }
  return Counted;
}

std::vector<uint64_t> Recipe::valuesOf(void *const *Arguments) const {
  std::vector<uint64_t> Values;
  Values.reserve(Counted.size());
  for (const CountedArgument &Argument : Counted)
    Values.push_back(uint64_t(Arguments[Argument.Index]) & Argument.Mask);
  return Values;
}

std::vector<ScalarValue>
Recipe::scalarsFor(const std::vector<uint64_t> &Values) const {
  std::vector<ScalarValue> Scalars;
  Scalars.reserve(Counted.size());
  for (size_t I = 0; I != Counted.size(); ++I)
    Scalars.push_back({Counted[I].Index, Values[I]});
  return Scalars;
}

void Recipe::publish(std::vector<uint64_t> Values, ompjit_kernel *Kernel) {
  Owner = std::unique_ptr<Node>(
      new Node{std::move(Values), Kernel, std::move(Owner)});
  Newest.store(Owner.get(), std::memory_order_release);
}
