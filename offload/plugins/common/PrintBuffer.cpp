//===- PrintBuffer.cpp - What device code prints --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/PrintBuffer.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>

using namespace ompjit::plugins;

namespace {

struct RecordHeader {
  uint32_t Bytes, Kind;
};
enum : uint32_t { FormatKind = 1 };

/// The words and texts of a record. Those that extend beyond its end are
/// missing.
class Contents {
public:
  explicit Contents(std::string_view Bytes) : Rest(Bytes) {}

  std::optional<uint64_t> word() {
    uint64_t Value;
    if (Rest.size() < sizeof(Value))
      return std::nullopt;
    std::memcpy(&Value, Rest.data(), sizeof(Value));
    Rest.remove_prefix(sizeof(Value));
    return Value;
  }

  /// Reads a text with its terminator, padded to a multiple of 8 bytes.
  std::optional<std::string_view> text(size_t Length) {
    if (Length >= Rest.size())
      return std::nullopt;
    const std::string_view Text = Rest.substr(0, Length);
    Rest.remove_prefix(std::min(Rest.size(), (Length + 8) & ~size_t(7)));
    return Text;
  }
  std::optional<std::string_view> text() {
    const size_t Length = Rest.find('\0');
    return Length == std::string_view::npos ? std::nullopt : text(Length);
  }

private:
  std::string_view Rest;
};

/// Formats one value by \p Specification, which must match its type.
template <typename T>
std::string format(const std::string &Specification, T Value) {
  char Short[256];
  const int Length =
      snprintf(Short, sizeof(Short), Specification.c_str(), Value);
  if (Length < int(sizeof(Short)))
    return Length < 0 ? "" : std::string(Short, size_t(Length));
  std::string Long(size_t(Length), '\0');
  snprintf(Long.data(), Long.size() + 1, Specification.c_str(), Value);
  return Long;
}

/// Puts a record's arguments into its format.
class Formatter {
public:
  Formatter(std::string_view Format, Contents Arguments)
      : Rest(Format), Arguments(Arguments) {}

  std::string run() {
    while (!Rest.empty()) {
      const size_t Plain = std::min(Rest.find('%'), Rest.size());
      Out += Rest.substr(0, Plain);
      Rest.remove_prefix(Plain);
      if (!Rest.empty() && !convert())
        return Out + "<damaged>\n";
    }
    return Out;
  }

private:
  /// \returns false if the record lacks what the format asks for.
  bool convert() {
    std::string Specification(1, '%');
    Rest.remove_prefix(1);
    while (!Rest.empty() &&
           std::string_view("-+ #0123456789.*").find(Rest[0]) !=
               std::string_view::npos) {
      if (Rest[0] == '*') {
        const auto Value = Arguments.word();
        if (!Value)
          return false;
        if (Specification.back() == '.' && int64_t(*Value) < 0)
          Specification.pop_back(); // A negative precision counts as none.
        else
          Specification += std::to_string(int64_t(*Value));
      } else {
        Specification += Rest[0];
      }
      Rest.remove_prefix(1);
    }
    // All numbers have 8 bytes here.
    const size_t Kind = Rest.find_first_not_of("hlLqjzt");
    if (Kind == std::string_view::npos)
      return true;
    const char Letter = Rest[Kind];
    Rest.remove_prefix(Kind + 1);
    if (Letter != '%')
      return argument(Specification, Letter);
    Out += '%';
    return true;
  }

  bool argument(const std::string &Specification, char Letter) {
    const auto Value = Arguments.word();
    if (!Value)
      return false;
    if (std::string_view("diouxX").find(Letter) != std::string_view::npos) {
      Out += format(Specification + "ll" + Letter, *Value);
    } else if (std::string_view("aAeEfFgG").find(Letter) !=
               std::string_view::npos) {
      Out += format(Specification + Letter, std::bit_cast<double>(*Value));
    } else if (Letter == 's') {
      const auto Text = Arguments.text(*Value);
      if (!Text)
        return false;
      Out += format(Specification + 's', std::string(*Text).c_str());
    } else if (Letter == 'c') {
      Out += format(Specification + 'c', int(*Value));
    } else if (Letter == 'p') {
      Out += format(Specification + 'p',
                    reinterpret_cast<void *>(uintptr_t(*Value)));
    }
    return true; // %n and unknown conversions print nothing.
  }

  std::string_view Rest;
  Contents Arguments;
  std::string Out;
};

std::string textOf(uint32_t Kind, Contents Record) {
  const auto Format = Record.text();
  if (Kind != FormatKind || !Format)
    return "<damaged>\n";
  return Formatter(*Format, Record).run();
}

} // namespace

PrintBuffer::PrintBuffer(void *Memory, size_t Bytes)
    : Shared(static_cast<Header *>(Memory)) {
  std::memset(Memory, 0, Bytes);
  Shared->Bytes = (Bytes - sizeof(Header)) & ~size_t(7);
}

std::string PrintBuffer::take() {
  std::string Text;
  char *Records = reinterpret_cast<char *>(Shared + 1);
  const uint64_t End =
      std::min(Shared->Bytes, std::atomic_ref(Shared->Used).load());
  while (Read + sizeof(RecordHeader) <= End) {
    auto *Record = reinterpret_cast<RecordHeader *>(Records + Read);
    // The size is set when everything else of the record is there.
    const uint32_t Bytes =
        std::atomic_ref(Record->Bytes).load(std::memory_order_acquire);
    if (Bytes < sizeof(RecordHeader) || Bytes > End - Read)
      break;
    Text +=
        textOf(Record->Kind, Contents({Records + Read + sizeof(RecordHeader),
                                       Bytes - sizeof(RecordHeader)}));
    Read += Bytes;
  }
  return Text;
}

uint64_t PrintBuffer::clear() {
  const uint64_t Lost = Shared->Lost;
  std::memset(Shared + 1, 0, std::min(Shared->Bytes, Shared->Used));
  Shared->Used = 0;
  Shared->Lost = 0;
  Read = 0;
  return Lost;
}

bool PrintBuffer::print() {
  const std::string Text = take();
  std::fwrite(Text.data(), 1, Text.size(), stdout);
  return std::atomic_ref(Shared->Used).load(std::memory_order_relaxed) != 0;
}

void PrintBuffer::makeRoom() {
  if (const uint64_t Lost = clear())
    std::fprintf(stdout, "(%llu calls of printf were lost)\n",
                 static_cast<unsigned long long>(Lost));
}
