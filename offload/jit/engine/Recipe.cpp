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

std::string jit::nameOfArgument(uint32_t Index) {
  if (Index == TeamsIndex)
    return "the number of teams";
  if (Index == ThreadsIndex)
    return "the number of threads";
  return "parameter " + std::to_string(Index);
}

std::vector<uint64_t> Recipe::valuesOf(const LaunchValues &Launch) const {
  std::vector<uint64_t> Values;
  Values.reserve(Counted.size());
  for (const CountedArgument &Argument : Counted)
    Values.push_back(Launch[Argument.Index] & Argument.Mask);
  return Values;
}

void Recipe::request(const std::vector<uint64_t> &Values,
                     CompileRequest &Request) const {
  Request.Scalars.reserve(Counted.size());
  for (size_t I = 0; I != Counted.size(); ++I) {
    const uint32_t Index = Counted[I].Index;
    if (Index == TeamsIndex)
      Request.NumTeams = uint32_t(Values[I]);
    else if (Index == ThreadsIndex)
      Request.NumThreads = uint32_t(Values[I]);
    else
      Request.Scalars.push_back({Index, Values[I]});
  }
}

void Recipe::publish(const std::vector<uint64_t> &Values,
                     ompjit_kernel *Kernel) {
  Node *Known = HasStandIns ? nodeOf(Values) : nullptr;
  if (!Known)
    return push(Values, Kernel, nullptr);
  Known->Kernel.store(Kernel, std::memory_order_relaxed);
  Known->Awaited.store(nullptr, std::memory_order_release);
}

void Recipe::publishStandIn(const std::vector<uint64_t> &Values,
                            ompjit_kernel *Kernel, AwaitedImage &For) {
  HasStandIns = true;
  if (!nodeOf(Values))
    push(Values, Kernel, &For);
}

Recipe::Node *Recipe::nodeOf(const std::vector<uint64_t> &Values) const {
  Node *At = Owner.get();
  while (At && At->Values != Values)
    At = At->Next.get();
  return At;
}

void Recipe::push(const std::vector<uint64_t> &Values, ompjit_kernel *Kernel,
                  AwaitedImage *Awaited) {
  Owner = std::unique_ptr<Node>(
      new Node{Values, Kernel, Awaited, std::move(Owner)});
  Newest.store(Owner.get(), std::memory_order_release);
}
