//===- ProfileTexts.h - The texts of a trace's events ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts events together for Profile. What a thread needs for that it keeps from
// event to event: each allocation would show in the times of short launches,
// and nearly all of a launch's events is the same as at the launch before. A
// child of a fork begins anew.
//
// Private to Profile. Thread-safe, because no thread sees what is another's.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_OBSERVERS_PROFILETEXTS_H
#define OMPJIT_LIBOMPTARGET_OBSERVERS_PROFILETEXTS_H

#include "ompjit/Support/JsonWriter.h"
#include "support/Observer.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ompjit::profile {

/// Appends a number without the detour of a string.
void append(std::string &Out, uint64_t Number);

/// A time in microseconds, the format's unit, with all digits of the clock.
class Microseconds {
public:
  explicit Microseconds(uint64_t Ns);
  std::string_view view() const { return {Text, Size}; }

private:
  size_t Size;
  char Text[24];
};

/// Returns the thread's place for an event that is written next.
std::string &eventText();
/// Returns what all events of the thread have between their names and times.
const std::string &idsOfThread();
/// Returns the kernel's name and its symbol, with quotes.
const std::string &quotedName(const char *Symbol);
const std::string &quotedSymbol(const char *Symbol);

/// The arguments of an event. A thread has one at a time.
class ArgumentText {
public:
  explicit ArgumentText(int DeviceId);
  ArgumentText(const ArgumentText &) = delete;
  ArgumentText &operator=(const ArgumentText &) = delete;

  ArgumentText &field(std::string_view Key, std::string_view Text) {
    return quoted(Key, quoteJson(Text));
  }
  /// \p Text has its quotes.
  ArgumentText &quoted(std::string_view Key, std::string_view Text) {
    Out.append(",\"").append(Key).append("\":").append(Text);
    return *this;
  }
  ArgumentText &field(std::string_view Key, uint64_t Number) {
    Out.append(",\"").append(Key).append("\":");
    append(Out, Number);
    return *this;
  }
  /// Of the first dimension; nothing if the program does not say how many.
  ArgumentText &field(std::string_view Key, const uint32_t (&Wanted)[3]) {
    constexpr uint32_t NoTeamsConstruct = ~uint32_t(0);
    return Wanted[0] && Wanted[0] != NoTeamsConstruct
               ? field(Key, uint64_t(Wanted[0]))
               : *this;
  }
  ArgumentText &location(const ident_t *);

  std::string_view view() const { return Out; }

private:
  std::string &Out;
};

/// An event apart from its times, with what precedes and follows them.
struct EventFrame {
  std::string Begin, End;
};

/// Return the frames of a construct that ends, and of a launch in a construct,
/// which may be null. They are valid until the thread's next call.
const EventFrame &frameOf(const ConstructEvent &);
const EventFrame &frameOf(const KernelEvent &, const ConstructEvent *);

} // namespace ompjit::profile

#endif // OMPJIT_LIBOMPTARGET_OBSERVERS_PROFILETEXTS_H
