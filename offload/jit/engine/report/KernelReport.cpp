//===- KernelReport.cpp - Reports about a kernel --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelReport.h"

#include "RequestText.h"

#include <cstdio>
#include <map>
#include <vector>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

/// Small values are written as counts, large ones as bit patterns: floats from
/// a millionth on are among the latter.
std::string valueText(FactName Name, uint64_t Value) {
  constexpr uint64_t FirstPattern = 0x35800000;
  if (traitsOf(Name.Kind).Known == FactKnown::UnlessZero && Value == 0)
    return "not known";
  if (Value < FirstPattern)
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

std::string loopsText(const ObtainedImage &Obtained) {
  std::string Text;
  for (const std::string &Each : Obtained.Loops)
    Text += (Text.empty() ? "" : "; ") + Each;
  return Text;
}

/// Tells what became of loops, unless the last compile told the same.
void tellLoops(const Log &Lines, KernelStatistics &Counts,
               const std::string &Name, const ObtainedImage &Obtained) {
  if (!Counts.areNewLoops(Obtained.Loops))
    return;
  const std::string Begin = Name + ": ";
  for (const std::string &Each : Obtained.Loops)
    Lines.line(LogLevel::Compiles, Begin + Each);
}

/// "A", "A and B", or "A, B and C".
std::string enumerate(const std::vector<std::string> &Names) {
  std::string Text;
  for (size_t I = 0; I != Names.size(); ++I)
    Text += (I == 0 ? "" : I + 1 == Names.size() ? " and " : ", ") + Names[I];
  return Text;
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

const char *nameOf(Tier Serving) {
  switch (Serving) {
  case Tier::Native:
    return "native";
  case Tier::Generic:
    return "generic";
  case Tier::Quick:
    return "quick";
  case Tier::Full:
    return "full";
  }
  return "";
}

/// Adds what is known.
void addUsage(Trace::Arguments &Details, const ompjit_kernel_usage &Usage) {
  if (!Usage.registers)
    return;
  Details.emplace_back("registers", std::to_string(Usage.registers));
  Details.emplace_back("private", std::to_string(Usage.private_bytes));
  if (Usage.spilled_bytes >= 0)
    Details.emplace_back("spilled", std::to_string(Usage.spilled_bytes));
  Details.emplace_back("shared", std::to_string(Usage.shared_bytes));
}

std::string factsText(const WantedImage &Want) {
  return withBound(specializationText(Want.Request), *Want.Package);
}

/// Says why an image was compiled, in a trace.
void traceCompile(Trace &Events, const std::string &Kernel,
                  const WantedImage &Want, const ObtainedImage &Obtained,
                  const std::string &Why, const char *Where) {
  if (Events.isOn())
    Events.span("image", "compiled", nowNs(),
                {{"symbol", Kernel},
                 {"key", shortKey(Want.Key)},
                 {"facts", factsText(Want)},
                 {"why", Why},
                 {"where", Where},
                 {"loops", loopsText(Obtained)}});
}

} // namespace

void KernelReport::launchedSlowly(uint64_t StartNs, Served How, bool IsStandIn,
                                  Tier Serving) const {
  launched(How, IsStandIn);
  if (Events.isOn())
    Events.span("select", nameOf(How), StartNs,
                {{"symbol", Kernel},
                 {"device", std::to_string(DeviceId)},
                 {"image", nameOf(Serving)},
                 {"stand-in", IsStandIn ? "yes" : "no"}});
}

void KernelReport::launchFailed(uint64_t StartNs, const Error &Reason) const {
  launchFailed();
  if (Events.isOn())
    Events.span("select", "failed", StartNs,
                {{"symbol", Kernel},
                 {"device", std::to_string(DeviceId)},
                 {"why", Reason.message()}});
}

void KernelReport::ready(const WantedImage &Want, uint64_t StartNs,
                         Tier Serving, uint64_t Bytes,
                         const ompjit_kernel_usage &Usage) const {
  if (KeepsNotes)
    Counts.noteUsage(Usage);
  if (!Events.isOn())
    return;
  Trace::Arguments Details = {
      {"symbol", Kernel},          {"device", std::to_string(DeviceId)},
      {"key", shortKey(Want.Key)}, {"facts", factsText(Want)},
      {"image", nameOf(Serving)},  {"bytes", std::to_string(Bytes)}};
  addUsage(Details, Usage);
  Events.span("image", "ready", StartNs, Details);
  Events.flowEnds(Want.Key, StartNs);
}

void KernelReport::tellLaunch(Served How, bool IsStandIn) const {
  Lines.line(LogLevel::Launches,
             "launch of " + Name + " on device " + std::to_string(DeviceId) +
                 ": " + nameOf(How) + (IsStandIn ? ", a stand-in" : ""));
}

/// Returns behind which parameter a fact is a field.
static std::optional<uint32_t> fieldParameter(const CountedFact &Fact) {
  return Fact.Name.Kind == FactKind::Field ? std::optional(Fact.Name.Parameter)
                                           : std::nullopt;
}

/// If many fields behind one parameter differ, which are those of an array,
/// returns how many of them do, and sets \p Next behind the last one.
static std::string manyFieldsText(const Variant &Was, const Variant &Is,
                                  size_t &Next) {
  constexpr size_t Many = 4;
  const std::vector<CountedFact> &Facts = Is.scheme().counted();
  const std::optional<uint32_t> Parameter = fieldParameter(Facts[Next]);
  size_t Count = 0, End = Next;
  while (Parameter && End != Facts.size() &&
         fieldParameter(Facts[End]) == Parameter) {
    Count += Was.values()[End] != Is.values()[End];
    ++End;
  }
  if (Count <= Many)
    return "";
  Next = End;
  return std::to_string(Count) + " fields behind parameter " +
         std::to_string(*Parameter) + " have other values";
}

std::string KernelReport::whyNew(const Variant &Wanted, const Scheme &Current,
                                 size_t NumFacts) const {
  if (!explainsCompiles())
    return "";
  const Scheme &Owner = Wanted.scheme();
  if (Owner.isGeneric() && &Owner != &Current)
    return "it serves any values";
  const Variant *Nearest = Owner.nearestOther(Wanted);
  if (!Nearest)
    return Owner.counted().size() == NumFacts
               ? "first image"
               : "first image since parameters were given up";
  std::string Why;
  for (size_t I = 0; I != Owner.counted().size();) {
    const uint64_t Was = Nearest->values()[I], Now = Wanted.values()[I];
    const FactName Name = Owner.counted()[I].Name;
    std::string Text = Was == Now ? "" : manyFieldsText(*Nearest, Wanted, I);
    if (Text.empty()) {
      ++I;
      if (Was != Now)
        Text = Name.describe() + " was " + valueText(Name, Was) + ", is " +
               valueText(Name, Now);
    }
    Why += (Why.empty() || Text.empty() ? "" : "; ") + Text;
  }
  return Why;
}

/// Says what a profile chose for the image, and what counts do for it.
static std::string choicesText(const CompileRequest &Request,
                               const ObtainedImage &Obtained) {
  std::string Text = tuningText(Request.Tuned);
  if (!Text.empty())
    Text = "; tuned:" + Text;
  if (Request.IsCounting)
    Text += "; it counts";
  if (Obtained.HasUnfitCounts)
    Text += "; what earlier runs counted is of other code, and not used";
  else if (!Request.Counts.empty())
    Text += "; by what earlier runs counted";
  return Text;
}

void KernelReport::compiled(const WantedImage &Want,
                            const ObtainedImage &Obtained,
                            const std::string &Why) const {
  Counts.countCompile(Obtained.CompileNs);
  if (Obtained.IsKnownCode)
    Counts.countKnownCode();
  if (KeepsNotes)
    Counts.addNote({Why, Obtained.CompileNs, Obtained.Times, Want.Request.Facts,
                    /*IsBehind=*/false, Obtained.Loops});
  traceCompile(Events, Kernel, Want, Obtained, Why, "launch");
  if (!Lines.wants(LogLevel::Compiles))
    return;
  Lines.line(LogLevel::Compiles, "compiled " + Name + " for device " +
                                     std::to_string(DeviceId) +
                                     timesText(Obtained) + ": " + Why +
                                     choicesText(Want.Request, Obtained));
  tellLoops(Lines, Counts, Name, Obtained);
}

CompileReport KernelReport::compiledBehind(const WantedImage &Want,
                                           std::string Why) const {
  if (!explainsCompiles())
    return {};
  return [&Lines = Lines, &Events = Events, Symbol = Kernel, Name = Name,
          Id = DeviceId, Why = std::move(Why), &Counts = Counts,
          Notes = KeepsNotes, Want](const ObtainedImage &Obtained) {
    if (Notes)
      Counts.addNote({Why, Obtained.CompileNs, Obtained.Times,
                      Want.Request.Facts, /*IsBehind=*/true, Obtained.Loops});
    traceCompile(Events, Symbol, Want, Obtained, Why, "background");
    Lines.line(LogLevel::Compiles,
               "compiled " + Name + " for device " + std::to_string(Id) +
                   " in the background" + timesText(Obtained) + ": " + Why +
                   choicesText(Want.Request, Obtained));
    tellLoops(Lines, Counts, Name, Obtained);
  };
}

void KernelReport::published(const std::vector<Fact> &Facts) const {
  for (const Fact &Used : Facts)
    Counts.addSpecialized(Used.Name);
}

void KernelReport::unloaded(uint64_t Bytes) const {
  Counts.countUnload();
  Events.addLoadedBytes(-int64_t(Bytes));
  if (Lines.wants(LogLevel::Cache))
    Lines.line(LogLevel::Cache,
               "unloaded an image of " + Name + ", " + std::to_string(Bytes) +
                   " bytes, from device " + std::to_string(DeviceId) +
                   ": OMP_JIT_MEMORY");
  if (Events.isOn())
    Events.span("cache", "unload", nowNs(),
                {{"symbol", Kernel}, {"bytes", std::to_string(Bytes)}});
}

void KernelReport::refused(const Error &Reason) const {
  Lines.line(LogLevel::Compiles,
             "cache: " + Reason.message() + "; it is compiled anew");
}

void KernelReport::failed(const Error &Reason) const {
  Lines.line(LogLevel::Compiles, "failed: " + Reason.message());
}

void KernelReport::heldBack(uint64_t CompileNs) const {
  Lines.line(LogLevel::Compiles,
             Name + ": a compile takes about " +
                 std::to_string(CompileNs / 1000000) +
                 " ms, so other values than those of an image get one only "
                 "when their launches have taken as long");
}

void KernelReport::gaveUp(const Reasons &Lost) const {
  for (const auto &[Name, Why] : Lost) {
    Counts.addGivenUp(Name, Why);
    if (Events.isOn())
      Events.span(
          "tracker", "given up", nowNs(),
          {{"symbol", Kernel}, {"fact", Name.describe()}, {"why", Why}});
  }
  tellGivenUp(Lost);
}

void KernelReport::leftOut(uint32_t Parameter, const std::string &Why) const {
  Lines.line(LogLevel::Compiles, Name +
                                     ": not specialised for the array behind "
                                     "parameter " +
                                     std::to_string(Parameter) + ": " + Why);
}

/// Writes one line for each reason, which may concern many facts.
void KernelReport::tellGivenUp(const Reasons &Lost) const {
  if (!Lines.wants(LogLevel::Compiles))
    return;
  std::map<std::string_view, std::vector<std::string>> FactsByReason;
  for (const auto &[Name, Why] : Lost)
    FactsByReason[Why].push_back(Name.describe());
  for (const auto &[Why, Facts] : FactsByReason)
    Lines.line(LogLevel::Compiles, this->Name + ": " + enumerate(Facts) +
                                       (Facts.size() == 1 ? " is" : " are") +
                                       " given up: " + std::string(Why));
}

void KernelReport::tried(const Variant &Tried, double Ratio, size_t Pairs,
                         bool IsSlower) const {
  char Times[32];
  std::snprintf(Times, sizeof(Times), "%.2f", Ratio);
  std::string Facts;
  for (const Fact &Each : Tried.scheme().facts(Tried))
    Facts += (Facts.empty() ? "" : ",") + Each.Name.shortName() + "=" +
             std::to_string(Each.Value);
  const std::string Text = "the image for " + Facts + " took " + Times +
                           " times as long as the generic one in " +
                           std::to_string(Pairs) + " pairs of launches" +
                           (IsSlower ? "; the generic one is used" : "");
  if (IsSlower)
    Counts.addDemotion(Text);
  if (Events.isOn())
    Events.span("tracker", IsSlower ? "demoted" : "not demoted", nowNs(),
                {{"symbol", Kernel},
                 {"facts", Facts},
                 {"ratio", Times},
                 {"pairs", std::to_string(Pairs)},
                 {"why", Text}});
  Lines.line(IsSlower ? LogLevel::Compiles : LogLevel::Cache,
             Name + ": " + Text);
}
