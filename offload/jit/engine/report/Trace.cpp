//===- Trace.cpp - The events of OMP_JIT_TRACE ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"

#include "ompjit/Support/JsonWriter.h"

#include <chrono>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::jit;

uint64_t jit::nowNs() {
  return uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
                      std::chrono::steady_clock::now().time_since_epoch())
                      .count());
}

/// The format gives times in microseconds.
void Trace::write(std::string_view Category, std::string_view Name,
                  uint64_t StartNs, uint64_t DurationNs,
                  const Arguments &Details) {
  JsonWriter Json(JsonWriter::Layout::Line);
  Json.beginObject();
  Json.text("name", Name);
  Json.text("cat", Category);
  Json.text("ph", "X");
  Json.microseconds("ts", StartNs);
  Json.microseconds("dur", DurationNs);
  Json.number("pid", uint64_t(::getpid()));
  Json.number("tid", uint64_t(::gettid()));
  Json.beginObject("args");
  for (const auto &[Key, Value] : Details)
    Json.text(Key, Value);
  Json.endObject();
  Json.endObject();
  File.write(Json.take());
}
