//===- TraceReader.cpp - Reading a trace ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceReader.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>

using namespace ompjit;
using namespace ompjit::report;

using Json = nlohmann::json;

namespace {

constexpr uint64_t KnownVersion = 1;

std::string textOf(const Json &Value) {
  return Value.is_string() ? Value.get<std::string>()
         : Value.is_null() ? std::string()
                           : Value.dump();
}

std::string member(const Json &Object, const char *Key) {
  const auto Found = Object.find(Key);
  return Found == Object.end() ? std::string() : textOf(*Found);
}

double numberIn(const Json &Object, const char *Key) {
  const auto Found = Object.find(Key);
  return Found != Object.end() && Found->is_number() ? Found->get<double>() : 0;
}

/// The format has microseconds, and milliseconds in our own event.
uint64_t nanoseconds(const Json &Object, const char *Key, double Unit = 1e3) {
  const double Value = numberIn(Object, Key) * Unit;
  return Value > 0 && Value < 1e19 ? uint64_t(std::llround(Value)) : 0;
}

Status readRun(const Json &About, Trace &Out) {
  if (const double Version = numberIn(About, "version");
      uint64_t(Version) != KnownVersion)
    return Error(
        "it is of version " + std::to_string(uint64_t(Version)) +
        ", and this ompjit-report reads version " +
        std::to_string(KnownVersion) +
        ": use the ompjit-report of the library that the program ran with");
  Out.Program = member(About, "program");
  Out.Host = member(About, "host");
  Out.Rank = member(About, "rank");
  Out.Dump = member(About, "dump");
  Out.IsAsync = member(About, "async") != "false";
  Out.ClockOffsetNs = int64_t(nanoseconds(About, "unix_ms", 1e6)) -
                      int64_t(nanoseconds(About, "monotonic_ms", 1e6));
  return Done();
}

/// Reads an event about the process or a thread.
Status readMetadata(const Json &Event, Trace &Out) {
  const std::string Name = member(Event, "name");
  const auto About = Event.find("args");
  if (About == Event.end() || !About->is_object())
    return Done();
  Out.Process = uint64_t(numberIn(Event, "pid"));
  if (Name == "ompjit_run")
    return readRun(*About, Out);
  if (Name == "process_name" && Out.Program.empty())
    Out.Program = member(*About, "name");
  if (Name == "thread_name")
    Out.ThreadNames[uint64_t(numberIn(Event, "tid"))] = member(*About, "name");
  return Done();
}

TraceEvent readEvent(const Json &Event) {
  TraceEvent Out;
  Out.Phase = member(Event, "ph").front();
  Out.Name = member(Event, "name");
  Out.Category = member(Event, "cat");
  Out.Id = member(Event, "id");
  Out.StartNs = nanoseconds(Event, "ts");
  Out.DurationNs = nanoseconds(Event, "dur");
  Out.Thread = uint64_t(numberIn(Event, "tid"));
  const auto Arguments = Event.find("args");
  if (Arguments != Event.end() && Arguments->is_object())
    for (const auto &[Key, Value] : Arguments->items())
      Out.Arguments[Key] = textOf(Value);
  return Out;
}

Status readLine(std::string_view Line, size_t Number, Trace &Out) {
  if (Line.starts_with(','))
    Line.remove_prefix(1);
  const Json Event = Json::parse(Line, nullptr, /*allow_exceptions=*/false);
  if (!Event.is_object() || member(Event, "ph").empty())
    return Error("this is no event of a trace");
  if (member(Event, "ph") == "M")
    return readMetadata(Event, Out);
  Out.Events.push_back(readEvent(Event));
  Out.Events.back().Line = Number;
  return Done();
}

/// An event contains what begins at the same time and ends earlier.
void sortEvents(std::vector<TraceEvent> &Events) {
  std::sort(Events.begin(), Events.end(),
            [](const TraceEvent &A, const TraceEvent &B) {
              return std::tuple(A.StartNs, B.endNs(), A.Line) <
                     std::tuple(B.StartNs, A.endNs(), B.Line);
            });
}

Result<std::string> contentOf(const std::string &File) {
  std::ifstream Stream(File);
  std::ostringstream Text;
  if (!Stream || !(Text << Stream.rdbuf()))
    return Error(File + " cannot be read: " +
                 (errno ? std::strerror(errno) : "it is empty"));
  return std::move(Text).str();
}

} // namespace

const std::string &TraceEvent::text(std::string_view Key) const {
  static const std::string None;
  const auto Found = Arguments.find(Key);
  return Found == Arguments.end() ? None : Found->second;
}

uint64_t TraceEvent::number(std::string_view Key) const {
  const std::string &Text = text(Key);
  uint64_t Value = 0;
  std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  return Value;
}

Result<Trace> report::readTrace(const std::string &File) {
  errno = 0;
  Result<std::string> Content = contentOf(File);
  if (!Content)
    return Content.takeError();
  std::string_view Rest = *Content;
  if (!Rest.starts_with("[\n"))
    return Error(File + " is no trace: it does not begin with a line of '['; "
                        "files that OMP_JIT_TRACE wrote do");
  Trace Out;
  Out.File = File;
  Rest.remove_prefix(2);
  for (size_t Number = 2; !Rest.empty(); ++Number) {
    const size_t End = Rest.find('\n');
    const std::string_view Line = Rest.substr(0, End);
    Rest.remove_prefix(End == std::string_view::npos ? Rest.size() : End + 1);
    if (Line == "]") {
      Out.HasEnd = true;
      break;
    }
    if (Status Read = readLine(Line, Number, Out); !Read)
      return Error(File + ":" + std::to_string(Number) + ": " +
                   (End == std::string_view::npos
                        ? "the file is cut off in the middle of an event"
                        : Read.error().message()));
  }
  sortEvents(Out.Events);
  return Out;
}
