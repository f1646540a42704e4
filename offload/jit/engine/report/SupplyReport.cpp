//===- SupplyReport.cpp - Reports about compiles and caches ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SupplyReport.h"

#include "RequestText.h"

#include <utility>

using namespace ompjit;
using namespace ompjit::jit;

void SupplyReport::note(const WantedImage &Want,
                        const std::string &Text) const {
  if (Lines.wants(LogLevel::Compiles))
    note("cache: " + describe(Want.Request) + Text);
}

void SupplyReport::lookedUp(const WantedImage &Want, uint64_t StartNs,
                            const char *Outcome, uint64_t WaitedNs) const {
  tellCache(Want, "look up", StartNs, Outcome, WaitedNs);
}

void SupplyReport::stored(const WantedImage &Want, uint64_t StartNs,
                          const char *Outcome) const {
  tellCache(Want, "store", StartNs, Outcome, /*WaitedNs=*/0);
}

void SupplyReport::tellCache(const WantedImage &Want, const char *What,
                             uint64_t StartNs, const char *Outcome,
                             uint64_t WaitedNs) const {
  if (Events.isOn()) {
    Trace::Arguments Details = {{"image", describe(Want.Request)},
                                {"key", shortKey(Want.Key)},
                                {"outcome", Outcome}};
    if (WaitedNs)
      Details.emplace_back("waited_ns", std::to_string(WaitedNs));
    Events.span("cache", What, StartNs, Details);
  }
  if (Lines.wants(LogLevel::Cache))
    Lines.line(LogLevel::Cache, "cache: " + describe(Want.Request) + ": " +
                                    Outcome + ", key " + Want.Key.hex());
}

void SupplyReport::compiled(const WantedImage &Want, uint64_t StartNs,
                            uint64_t CompileNs,
                            const Result<CompileResult> &Compiled) const {
  if (!Events.isOn())
    return;
  const std::string Outcome = !Compiled       ? Compiled.error().message()
                              : !Compiled->Ok ? Compiled->Message
                              : Compiled->Output.Bytes.empty()
                                  ? "another image has the same code"
                                  : "compiled";
  // What another linker makes is the kernel's image.
  const std::string Linker = linkerText(Want.Request);
  const bool IsOfKernel =
      Want.Request.Kind == ImageKind::Kernel || !Linker.empty();
  Events.write(
      "compile", "compile", StartNs, CompileNs,
      {{"image", describe(Want.Request)},
       {"symbol", IsOfKernel ? Want.Request.KernelSymbol : std::string()},
       {"facts", Linker.empty() ? withBound(specializationText(Want.Request),
                                            *Want.Package)
                                : Linker},
       {"key", shortKey(Want.Key)},
       {"pipeline", pipelineName(Want.Request.Passes)},
       {"bytes", std::to_string(Compiled ? Compiled->Output.Bytes.size() : 0)},
       {"outcome", Outcome}});
  if (!Compiled)
    return;
  if (Compiled->Ok)
    Events.flowBegins(Want.Key, StartNs + CompileNs);
  const CompileTimes &Times = Compiled->Times;
  const std::pair<const char *, uint64_t> Stages[] = {
      {"load", Times.Load},         {"specialise", Times.Specialize},
      {"optimise", Times.Optimize}, {"generate", Times.CodeGen},
      {"link", Times.Link},         {"assemble", Times.Assemble}};
  for (const auto &[Name, Ns] : Stages) {
    if (Ns)
      Events.write("compile", Name, StartNs, Ns, {});
    StartNs += Ns;
  }
}
