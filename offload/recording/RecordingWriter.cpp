//===- RecordingWriter.cpp - Writing a recording's descriptor -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Json.h"

#include "ompjit/Recording.h"
#include "ompjit/Support/Checksum.h"
#include "ompjit/Support/JsonWriter.h"

#include <cctype>
#include <cstdio>

namespace ompjit::recording {

namespace {

/// JSON readers hold numbers as doubles, so 64-bit values are written as
/// strings.
std::string hex(uint64_t Value) {
  char Text[2 + 16 + 3];
  std::snprintf(Text, sizeof(Text), "\"0x%llx\"",
                static_cast<unsigned long long>(Value));
  return Text;
}

template <typename Container, typename Print>
std::string list(const Container &Elements, Print PrintOne,
                 const char *Separator = ", ") {
  std::string Out;
  for (const auto &Each : Elements)
    Out += (Out.empty() ? "" : Separator) + PrintOne(Each);
  return "[" + Out + "]";
}

std::string range(const Range &R) {
  return "{\"address\": " + hex(R.Address) +
         ", \"bytes\": " + std::to_string(R.Bytes) + "}";
}

std::string global(const Global &G) {
  return "{\"name\": " + quoteJson(G.Name) +
         ", \"address\": " + hex(G.Place.Address) +
         ", \"bytes\": " + std::to_string(G.Place.Bytes) + "}";
}

std::string file(const File &F) {
  return "{\"name\": " + quoteJson(F.Name) +
         ", \"bytes\": " + std::to_string(F.Bytes) +
         ", \"checksum\": " + hex(F.Checksum) + "}";
}

std::string binding(const Binding &B) {
  return "{\"function\": " + quoteJson(B.Function) +
         ", \"fragment\": " + quoteJson(B.Fragment) +
         ", \"code\": " + file(B.Code) + "}";
}

std::string number(uint32_t Value) { return std::to_string(Value); }

} // namespace

std::string write(const Descriptor &D) {
  std::string Out = "{\n";
  auto Member = [&Out](const char *Key, const std::string &Value) {
    Out += "  " + quoteJson(Key) + ": " + Value + ",\n";
  };
  Member("format", quoteJson(FormatName));
  Member("version", std::to_string(Version));
  Member("kernel", quoteJson(D.Kernel));
  Member("plugin", quoteJson(D.Plugin));
  Member("device", number(D.DeviceId));
  Member("arguments", list(D.Launch.Arguments, hex));
  Member("num_teams", list(D.Launch.NumTeams, number));
  Member("thread_limit", list(D.Launch.ThreadLimit, number));
  Member("trip_count", hex(D.Launch.TripCount));
  Member("dynamic_memory_bytes", number(D.Launch.DynamicMemoryBytes));
  Member("memory", range(D.Memory));
  Member("blocks", list(D.Blocks, range, ",\n    "));
  if (!D.Known.empty())
    Member("known", list(D.Known, range, ",\n    "));
  Member("globals", list(D.Globals, global, ",\n    "));
  if (!D.Bound.empty())
    Member("bound", list(D.Bound, binding, ",\n    "));
  if (D.Output)
    Member("output", file(*D.Output));
  Member("input", file(D.Input));
  Member("image", file(D.Image));
  // The checksum comes last and covers everything before it.
  return Out + std::string(ChecksumMember) + hex(checksum(Out)) + "\n}\n";
}

uint64_t Descriptor::memoryBytes() const {
  uint64_t Sum = 0;
  for (const Range &Each : Blocks)
    Sum += Each.Bytes;
  for (const Global &Each : Globals)
    Sum += Each.Place.Bytes;
  return Sum;
}

const Range *Descriptor::blockAround(const Range &Part) const {
  for (const Range &Each : Blocks)
    if (Part.Address >= Each.Address &&
        Part.Address - Each.Address <= Each.Bytes &&
        Part.Bytes <= Each.Bytes - (Part.Address - Each.Address))
      return &Each;
  return nullptr;
}

std::string fileNameFor(std::string_view Kernel) {
  // Leaves room for number and suffix in a file name of 255 bytes.
  constexpr size_t MaxLength = 120;
  std::string Name(Kernel.substr(0, MaxLength));
  for (char &C : Name)
    if (!std::isalnum(static_cast<unsigned char>(C)))
      C = '_';
  if (Name == Kernel && !Name.empty())
    return Name;
  char Hash[1 + 16 + 1];
  std::snprintf(Hash, sizeof(Hash), "-%016llx",
                static_cast<unsigned long long>(checksum(Kernel)));
  return Name + Hash;
}

} // namespace ompjit::recording
