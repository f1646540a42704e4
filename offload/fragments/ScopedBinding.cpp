//===- ScopedBinding.cpp - Bind for a while -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/ScopedBinding.h"

#include "ErrorSink.h"

#include "ompjit/LateBound.h"

using namespace ompjit;

static std::uint64_t begin(const std::string &Function,
                           const FragmentEntry &Fragment,
                           const std::string &Region) {
  const std::string Name(Fragment.name());
  const std::string_view Bytes = Fragment.bytes();
  const ompjit_fragment Bound = {Name.c_str(), Bytes.data(), Bytes.size()};
  ErrorSink Sink;
  const std::uint64_t Number =
      ompjit_bind_begin(Region.empty() ? nullptr : Region.c_str(),
                        Function.c_str(), &Bound, Sink.interface());
  if (!Number)
    Sink.raise();
  return Number;
}

ScopedBinding::ScopedBinding(const std::string &Function,
                             const FragmentEntry &Fragment,
                             const std::string &Region)
    : Number(begin(Function, Fragment, Region)) {}

ScopedBinding::~ScopedBinding() { ompjit_bind_end(Number); }
