//===- KernelReports.cpp - What a kernel tells people about itself --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines of OMP_JIT_INFO that KernelImpl.cpp's decisions lead to.
//
//===----------------------------------------------------------------------===//

#include "KernelImpl.h"

#include <cstdio>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

std::string milliseconds(uint64_t Ns) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%.3f", double(Ns) / 1e6);
  return Text;
}

/// Small values are counts, large ones bit patterns.
std::string valueText(FactName Name, uint64_t Value) {
  if (!isAlwaysKnown(Name.Kind) && Name.Kind != FactKind::Field && Value == 0)
    return "not known";
  if (Value < 1000000000)
    return std::to_string(Value);
  char Text[24];
  std::snprintf(Text, sizeof(Text), "0x%llx", (unsigned long long)Value);
  return Text;
}

std::string timesText(const ObtainedImage &Obtained) {
  const CompileTimes &Times = Obtained.Times;
  return " in " + milliseconds(Obtained.CompileNs) + " ms (load " +
         milliseconds(Times.Load) + ", specialise " +
         milliseconds(Times.Specialize) + ", optimise " +
         milliseconds(Times.Optimize) + ", generate " +
         milliseconds(Times.CodeGen) + ", link " + milliseconds(Times.Link) +
         (Times.Assemble ? ", assemble " + milliseconds(Times.Assemble) : "") +
         (Obtained.IsKnownCode ? ") to the code of another image" : ")");
}

const char *nameOf(Served How) {
  switch (How) {
  case Served::L1:
    return "L1 hit";
  case Served::L2Memory:
    return "L2 hit in memory";
  case Served::L2Disk:
    return "L2 hit on disk";
  case Served::Compile:
    return "compiled";
  case Served::Fallback:
    return "fallback";
  }
  return "";
}

} // namespace

std::string KernelImpl::nameForPeople() const {
  return std::string(Info.Symbol);
}

/// Why the images at hand do not fit: what differs from the nearest of them.
std::string KernelImpl::whyNew(const Variant &Wanted) const {
  if (!explainsCompiles())
    return "";
  const Scheme &For = Wanted.scheme();
  if (For.isGeneric() && &For != Current.load(std::memory_order_relaxed))
    return "it serves any values";
  const Variant *Nearest = For.nearestOther(Wanted);
  if (!Nearest)
    return For.counted().size() == AllFacts.size()
               ? "first image"
               : "first image since parameters were given up";
  std::string Why;
  for (size_t I = 0; I != For.counted().size(); ++I) {
    const uint64_t Was = Nearest->values()[I], Is = Wanted.values()[I];
    if (Was == Is)
      continue;
    const FactName Name = For.counted()[I].Name;
    if (!Why.empty())
      Why += "; ";
    Why += Name.describe() + " was " + valueText(Name, Was) + ", is " +
           valueText(Name, Is);
  }
  return Why;
}

/// Whether somebody will read why there was a compile.
bool KernelImpl::explainsCompiles() const {
  return Engine.Lines.wants(LogLevel::Compiles) || notesCompiles();
}

bool KernelImpl::notesCompiles() const {
  return !Engine.Chosen.StatsFile.empty();
}

void KernelImpl::reportCompile(const WantedImage &Want,
                               const ObtainedImage &Obtained,
                               const std::string &Why) const {
  if (notesCompiles())
    Counts.addNote({Why, Obtained.CompileNs, Obtained.Times, Want.Request.Facts,
                    /*IsBehind=*/false});
  if (Engine.Lines.wants(LogLevel::Compiles))
    Engine.Lines.line(LogLevel::Compiles, "compiled " + nameForPeople() +
                                              " for device " +
                                              std::to_string(On.Id) +
                                              timesText(Obtained) + ": " + Why);
}

/// Outlives the kernel.
BackgroundCompile::Report KernelImpl::backgroundReport(const WantedImage &Want,
                                                       std::string Why) const {
  if (!explainsCompiles())
    return {};
  return [&Lines = Engine.Lines, Name = nameForPeople(), Id = On.Id,
          Why = std::move(Why), &Counts = Counts, Notes = notesCompiles(),
          Facts = Want.Request.Facts](const ObtainedImage &Obtained) {
    if (Notes)
      Counts.addNote({Why, Obtained.CompileNs, Obtained.Times, Facts,
                      /*IsBehind=*/true});
    Lines.line(LogLevel::Compiles,
               "compiled " + Name + " for device " + std::to_string(Id) +
                   " in the background" + timesText(Obtained) + ": " + Why);
  };
}

void KernelImpl::reportUnload(uint64_t Bytes) const {
  if (Engine.Lines.wants(LogLevel::Cache))
    Engine.Lines.line(LogLevel::Cache,
                      "unloaded an image of " + nameForPeople() + ", " +
                          std::to_string(Bytes) + " bytes, from device " +
                          std::to_string(On.Id) + ": OMP_JIT_MEMORY");
  if (Engine.Events.isOn())
    Engine.Events.span(
        "cache", "unload", nowNs(),
        {{"kernel", nameForPeople()}, {"bytes", std::to_string(Bytes)}});
}

void KernelImpl::reportGivenUp(const Reasons &Lost) {
  for (const auto &[Name, Why] : Lost) {
    Counts.addGivenUp(Name, Why);
    if (Engine.Events.isOn())
      Engine.Events.span("tracker", "given up", nowNs(),
                         {{"kernel", nameForPeople()},
                          {"fact", Name.describe()},
                          {"why", Why}});
    Engine.Lines.line(LogLevel::Compiles, nameForPeople() + ": " +
                                              Name.describe() +
                                              " is given up: " + Why);
  }
}

void KernelImpl::reportTrial(const TrialState::Trial &Of, bool IsSlower) {
  char Ratio[32];
  std::snprintf(Ratio, sizeof(Ratio), "%.2f", Of.Rounds.ratio());
  std::string Facts;
  for (const Fact &Each : Of.Of->facts())
    Facts += (Facts.empty() ? "" : ",") + Each.Name.shortName() + "=" +
             std::to_string(Each.Value);
  const std::string Text = "the image for " + Facts + " took " + Ratio +
                           " times as long as the generic one in " +
                           std::to_string(Of.Rounds.pairs()) +
                           " pairs of launches" +
                           (IsSlower ? "; the generic one is used" : "");
  if (IsSlower)
    Counts.addDemotion(Text);
  if (Engine.Events.isOn())
    Engine.Events.span("tracker", IsSlower ? "demoted" : "not demoted", nowNs(),
                       {{"kernel", nameForPeople()}, {"why", Text}});
  Engine.Lines.line(IsSlower ? LogLevel::Compiles : LogLevel::Cache,
                    nameForPeople() + ": " + Text);
}

void KernelImpl::reportLaunch(const Selection &Selected) const {
  Engine.Lines.line(LogLevel::Launches,
                    "launch of " + nameForPeople() + " on device " +
                        std::to_string(On.Id) + ": " + nameOf(Selected.How) +
                        (Selected.IsStandIn ? ", a stand-in" : ""));
}

void KernelImpl::traceLaunch(const Selection &Selected) const {
  Engine.Events.span("launch", nameOf(Selected.How), nowNs(),
                     {{"kernel", nameForPeople()},
                      {"stand-in", Selected.IsStandIn ? "yes" : "no"}});
}
