//===- EntryBindings.cpp - Binding functions at run time ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "ErrorSink.h"
#include "support/Diagnostics.h"

#include "ompjit/LateBound.h"
#include "ompjit/Support/RegionName.h"

using namespace ompjit;

namespace {

constexpr int NoDevice = -1;

std::string_view textOf(const char *Text) { return Text ? Text : ""; }

/// What is to be bound to which function.
struct Wanted {
  std::string Symbol;
  std::shared_ptr<const BoundFragment> Fragment;
};

Result<Wanted> find(const char *Region, const char *Function,
                    const ompjit_fragment &Fragment) {
  Result<std::string> Symbol = findLateFunction(
      *runtime().lateFunctions(), textOf(Region), textOf(Function));
  if (!Symbol)
    return Symbol.takeError();
  auto Known = runtime().bindings().know(
      textOf(Fragment.name),
      ByteView(static_cast<const char *>(Fragment.bytes), Fragment.size));
  if (!Known)
    return Known.takeError();
  if (Status S = checkDefines(**Known, *Symbol); !S)
    return S.takeError();
  return Wanted{std::move(*Symbol), std::move(*Known)};
}

void tellWhy(ompjit_error_sink Sink, const char *Function, const Error &Why) {
  tell(Sink,
       diagnose(Diagnostic::NotBound,
                {std::string(textOf(Function)), Why.message()}),
       NoDevice);
}

} // namespace

OMPJIT_EXPORT int32_t ompjit_bind(const char *Region, const char *Function,
                                  const ompjit_fragment *Fragment,
                                  ompjit_error_sink Sink) {
  Result<Wanted> Found = find(Region, Function, *Fragment);
  if (!Found) {
    tellWhy(Sink, Function, Found.error());
    return 1;
  }
  runtime().bindings().bind(textOf(Region), Found->Symbol,
                            std::move(Found->Fragment));
  return 0;
}

OMPJIT_EXPORT int32_t ompjit_unbind(const char *Region, const char *Function,
                                    ompjit_error_sink Sink) {
  Result<std::string> Symbol = findLateFunction(
      *runtime().lateFunctions(), textOf(Region), textOf(Function));
  if (!Symbol)
    tellWhy(Sink, Function, Symbol.error());
  else if (!runtime().bindings().unbind(textOf(Region), *Symbol))
    tellWhy(Sink, Function, Error("nothing is bound to it in that way"));
  else
    return 0;
  return 1;
}

OMPJIT_EXPORT uint64_t ompjit_bind_begin(const char *Region,
                                         const char *Function,
                                         const ompjit_fragment *Fragment,
                                         ompjit_error_sink Sink) {
  Result<Wanted> Found = find(Region, Function, *Fragment);
  Result<uint64_t> Number = Error("");
  if (Found)
    Number = runtime().bindings().begin(textOf(Region), Found->Symbol,
                                        std::move(Found->Fragment));
  if (Found && Number)
    return *Number;
  tellWhy(Sink, Function, Found ? Number.error() : Found.error());
  return 0;
}

OMPJIT_EXPORT void ompjit_bind_end(uint64_t Number) {
  runtime().bindings().end(Number);
}

/// What the linker wrapper makes of a late-bound function on the host, unless
/// the program defines one.
OMPJIT_EXPORT [[noreturn]] void __ompjit_unbound(const char *Symbol) {
  failProgram(diagnose(Diagnostic::UnboundOnHost, {regionName(Symbol)}),
              nullptr, NoDevice);
}
