//===- TuningProfile.cpp - What was chosen for kernels --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/TuningProfile.h"

#include "ompjit/CompileService.h"
#include "ompjit/Support/Suggestion.h"
#include "ompjit/Support/VariableTable.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <unordered_map>
#include <utility>

namespace ompjit::tuning {

namespace {

constexpr std::string_view FirstLine = "ompjit-profile 1";

bool readText(std::string_view Text, std::string &Out) {
  Out = Text;
  return !Text.empty();
}

template <typename T>
bool readNumber(std::string_view Text, T Min, T Max, T &Out) {
  return parseNumber<T>(Text, Min, Max, Out);
}

bool readDigest(std::string_view Text, uint64_t &Out) {
  const auto [Rest, Failure] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Out, 16);
  return Failure == std::errc() && Rest == Text.data() + Text.size() &&
         Text.size() == 2 * sizeof(Out);
}

bool readTrips(std::string_view Text, TripRange &Out) {
  const size_t Dash = std::min(Text.find('-'), Text.size());
  if (!readNumber<uint64_t>(Text.substr(0, Dash), 0, UINT64_MAX, Out.First))
    return false;
  Out.Last = Out.First;
  return Dash == Text.size() ||
         readNumber<uint64_t>(Text.substr(Dash + 1), Out.First, UINT64_MAX,
                              Out.Last);
}

bool readLanes(std::string_view Text, uint32_t &Out) {
  if (Text == "off") {
    Out = LanesOff;
    return true;
  }
  return readNumber<uint32_t>(Text, 2, MaxLanes, Out) && areLanes(Out);
}

bool readUnroll(std::string_view Text, uint32_t &Out) {
  return readNumber<uint32_t>(Text, 1, CodeTuning::MaxUnroll, Out) &&
         CodeTuning{.Unroll = Out}.isValid();
}

bool readVector(std::string_view Text, uint32_t &Out) {
  return readNumber<uint32_t>(Text, 1, UINT32_MAX, Out) &&
         CodeTuning{.VectorBits = Out}.isValid();
}

/// A word of a line: how it is read, and how it is written if it says anything.
struct Word {
  std::string_view Name;
  std::string_view Accepted;
  bool (*Read)(std::string_view, Choice &);
  std::string (*Write)(const Choice &);
  bool IsRequired = false;
};

template <auto Tuning::*Number> std::string numberText(const Choice &C) {
  return C.Chosen.*Number ? std::to_string(C.Chosen.*Number) : "";
}

std::string digestText(uint64_t Digest) {
  constexpr char Digits[] = "0123456789abcdef";
  std::string Text;
  for (int Shift = 60; Shift >= 0; Shift -= 4)
    Text += Digits[Digest >> Shift & 15];
  return Text;
}

std::string tripsText(const TripRange &Trips) {
  if (Trips == TripRange())
    return "";
  std::string Text = std::to_string(Trips.First);
  if (Trips.Last != Trips.First)
    Text += "-" + std::to_string(Trips.Last);
  return Text;
}

constexpr std::string_view AnyNumber = "a number above 0";

constexpr Word Words[] = {
    {"name", "a name",
     [](std::string_view V, Choice &C) { return readText(V, C.Kernel); },
     [](const Choice &C) { return C.Kernel; }, true},
    {"code", "16 hexadecimal digits",
     [](std::string_view V, Choice &C) { return readDigest(V, C.CodeDigest); },
     [](const Choice &C) { return digestText(C.CodeDigest); }, true},
    {"triple", "a triple",
     [](std::string_view V, Choice &C) { return readText(V, C.Device.Triple); },
     [](const Choice &C) { return C.Device.Triple; }, true},
    {"arch", "an architecture",
     [](std::string_view V, Choice &C) { return readText(V, C.Device.Arch); },
     [](const Choice &C) { return C.Device.Arch; }, true},
    {"processors", AnyNumber,
     [](std::string_view V, Choice &C) {
       return readNumber<uint32_t>(V, 1, UINT32_MAX, C.Device.Processors);
     },
     [](const Choice &C) { return std::to_string(C.Device.Processors); }, true},
    {"trips", "a number or a range, as in 1024-2047",
     [](std::string_view V, Choice &C) { return readTrips(V, C.Trips); },
     [](const Choice &C) { return tripsText(C.Trips); }},
    {"lanes", "off, 2, 4, 8, 16, 32 or 64",
     [](std::string_view V, Choice &C) { return readLanes(V, C.Chosen.Lanes); },
     [](const Choice &C) {
       return C.Chosen.Lanes == LanesOff ? "off"
                                         : numberText<&Tuning::Lanes>(C);
     }},
    {"unroll", "1, 2, 4, 8 or 16",
     [](std::string_view V, Choice &C) {
       return readUnroll(V, C.Chosen.Unroll);
     },
     numberText<&Tuning::Unroll>},
    {"vector", "128, 256 or 512",
     [](std::string_view V, Choice &C) {
       return readVector(V, C.Chosen.VectorBits);
     },
     numberText<&Tuning::VectorBits>},
    {"threads", AnyNumber,
     [](std::string_view V, Choice &C) {
       return readNumber<uint32_t>(V, 1, INT32_MAX, C.Chosen.Threads);
     },
     numberText<&Tuning::Threads>},
    {"teams", AnyNumber,
     [](std::string_view V, Choice &C) {
       return readNumber<uint32_t>(V, 1, INT32_MAX, C.Chosen.Teams);
     },
     numberText<&Tuning::Teams>},
    {"resident", "a number from 1 to 32",
     [](std::string_view V, Choice &C) {
       return readNumber<uint32_t>(V, 1, CodeTuning::MaxResidentTeams,
                                   C.Chosen.ResidentTeams);
     },
     numberText<&Tuning::ResidentTeams>},
    {"usual-ns", AnyNumber,
     [](std::string_view V, Choice &C) {
       return readNumber<uint64_t>(V, 1, UINT64_MAX, C.UsualNs);
     },
     [](const Choice &C) {
       return C.UsualNs ? std::to_string(C.UsualNs) : "";
     }},
    {"tuned-ns", AnyNumber,
     [](std::string_view V, Choice &C) {
       return readNumber<uint64_t>(V, 1, UINT64_MAX, C.TunedNs);
     },
     [](const Choice &C) {
       return C.TunedNs ? std::to_string(C.TunedNs) : "";
     }},
};

const Word *findWord(std::string_view Name) {
  const auto *Found =
      std::find_if(std::begin(Words), std::end(Words),
                   [Name](const Word &Each) { return Each.Name == Name; });
  return Found == std::end(Words) ? nullptr : Found;
}

/// Takes what comes before \p End, and \p End.
std::string_view take(std::string_view &Rest, char End) {
  const size_t Length = std::min(Rest.find(End), Rest.size());
  const std::string_view Taken = Rest.substr(0, Length);
  Rest.remove_prefix(std::min(Length + 1, Rest.size()));
  return Taken;
}

/// Takes what comes before a space; skips spaces before it.
std::string_view takeWord(std::string_view &Rest) {
  constexpr std::string_view Spaces = " \t\r";
  Rest.remove_prefix(std::min(Rest.find_first_not_of(Spaces), Rest.size()));
  const size_t Length = std::min(Rest.find_first_of(Spaces), Rest.size());
  const std::string_view Taken = Rest.substr(0, Length);
  Rest.remove_prefix(Length);
  return Taken;
}

Error unknownWord(std::string_view Name) {
  std::array<std::string_view, std::size(Words)> Names;
  std::transform(std::begin(Words), std::end(Words), Names.begin(),
                 [](const Word &Each) { return Each.Name; });
  return Error("there is no word '" + std::string(Name) + "'" +
               suggestion(Name, Names));
}

Result<Choice> parseLine(std::string_view Rest) {
  if (const std::string_view First = takeWord(Rest); First != "kernel")
    return Error("'" + std::string(First) + "' is not 'kernel'");
  Choice Read;
  bool IsSaid[std::size(Words)] = {};
  for (;;) {
    std::string_view Value = takeWord(Rest);
    if (Value.empty())
      break;
    const std::string_view Name = take(Value, '=');
    const Word *Known = findWord(Name);
    if (!Known)
      return unknownWord(Name);
    if (std::exchange(IsSaid[Known - Words], true))
      return Error("'" + std::string(Name) + "' is said twice");
    if (!Known->Read(Value, Read))
      return Error("'" + std::string(Value) + "' is not what " +
                   std::string(Name) +
                   " accepts: " + std::string(Known->Accepted));
  }
  for (const Word &Each : Words)
    if (Each.IsRequired && !IsSaid[&Each - Words])
      return Error("'" + std::string(Each.Name) + "' is missing");
  return Read;
}

/// Whether some launches are concerned by both.
bool overlap(const Choice &A, const Choice &B) {
  return A.CodeDigest == B.CodeDigest && A.Device == B.Device &&
         A.Trips.First <= B.Trips.Last && B.Trips.First <= A.Trips.Last;
}

class Parser {
public:
  Status addLine(std::string_view Line);
  Profile take() { return std::move(All); }

private:
  Profile All;
  std::unordered_multimap<uint64_t, size_t> OfCode; ///< Places in All.
};

Status Parser::addLine(std::string_view Line) {
  const std::string_view Content = Line.substr(0, Line.find('#'));
  if (Content.find_first_not_of(" \t\r") == std::string_view::npos)
    return Done{};
  Result<Choice> Read = parseLine(Content);
  if (!Read)
    return Read.takeError();
  const auto [Begin, End] = OfCode.equal_range(Read->CodeDigest);
  for (auto Each = Begin; Each != End; ++Each)
    if (overlap(All[Each->second], *Read))
      return Error("an earlier line is about the same launches");
  OfCode.emplace(Read->CodeDigest, All.size());
  All.push_back(std::move(*Read));
  return Done{};
}

} // namespace

Result<Profile> parse(std::string_view Text) {
  std::string_view First = take(Text, '\n');
  if (First.ends_with('\r'))
    First.remove_suffix(1);
  if (First != FirstLine)
    return Error("line 1: it is not '" + std::string(FirstLine) + "'");
  Parser Lines;
  for (size_t Number = 2; !Text.empty(); ++Number)
    if (Status S = Lines.addLine(take(Text, '\n')); !S)
      return S.takeError().context("line " + std::to_string(Number));
  return Lines.take();
}

std::string write(const Profile &All) {
  std::string Text(FirstLine);
  Text += '\n';
  for (const Choice &Each : All) {
    Text += "kernel";
    for (const Word &One : Words)
      if (const std::string Value = One.Write(Each); !Value.empty())
        Text.append(" ").append(One.Name).append("=").append(Value);
    Text += '\n';
  }
  return Text;
}

void merge(Profile &Into, const Profile &New) {
  std::erase_if(Into, [&New](const Choice &Old) {
    return std::any_of(New.begin(), New.end(), [&Old](const Choice &Each) {
      return overlap(Each, Old);
    });
  });
  Into.insert(Into.end(), New.begin(), New.end());
}

std::string describe(const Tuning &Chosen) {
  Choice Only;
  Only.Chosen = Chosen;
  std::string Text;
  for (std::string_view Name :
       {"lanes", "unroll", "vector", "threads", "teams", "resident"}) {
    const std::string Value = findWord(Name)->Write(Only);
    if (!Value.empty())
      Text.append(Text.empty() ? "" : " ")
          .append(Name)
          .append("=")
          .append(Value);
  }
  return Text.empty() ? "as usual" : Text;
}

TripRange sizeClass(uint64_t Trips) {
  if (!Trips)
    return {0, 0};
  const uint64_t First = std::bit_floor(Trips);
  return {First, First - 1 + First};
}

} // namespace ompjit::tuning
