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
static void writeHead(JsonWriter &Json, std::string_view Name,
                      std::string_view Category, std::string_view Phase,
                      uint64_t Ns) {
  Json.beginObject();
  Json.text("name", Name);
  Json.text("cat", Category);
  Json.text("ph", Phase);
  Json.microseconds("ts", Ns);
  Json.number("pid", uint64_t(::getpid()));
  Json.number("tid", uint64_t(::gettid()));
}

void Trace::write(std::string_view Category, std::string_view Name,
                  uint64_t StartNs, uint64_t DurationNs,
                  const Arguments &Details) {
  JsonWriter Json(JsonWriter::Layout::Line);
  writeHead(Json, Name, Category, "X", StartNs);
  Json.microseconds("dur", DurationNs);
  Json.beginObject("args");
  for (const auto &[Key, Value] : Details)
    Json.text(Key, Value);
  Json.endObject();
  Json.endObject();
  File->write(Json.take());
}

void Trace::flow(std::string_view Phase, const cache::Key &Image, uint64_t Ns) {
  JsonWriter Json(JsonWriter::Layout::Line);
  writeHead(Json, "image", "flow", Phase, Ns);
  Json.text("id", shortKey(Image));
  // The default of viewers is the next event.
  if (Phase == "f")
    Json.text("bp", "e");
  Json.endObject();
  File->write(Json.take());
}

void Trace::flowBegins(const cache::Key &Image, uint64_t Ns) {
  flow("s", Image, Ns);
}

void Trace::flowEnds(const cache::Key &Image, uint64_t Ns) {
  flow("f", Image, Ns);
}

void Trace::count(std::string_view Name, std::string_view Key, uint64_t Value) {
  JsonWriter Json(JsonWriter::Layout::Line);
  writeHead(Json, Name, "counter", "C", nowNs());
  Json.beginObject("args");
  Json.number(Key, Value);
  Json.endObject();
  Json.endObject();
  File->write(Json.take());
}

void Trace::addLoadedBytes(int64_t Bytes) {
  if (isOn())
    count("loaded images", "bytes",
          uint64_t(LoadedBytes.fetch_add(Bytes) + Bytes));
}

void Trace::setQueueLength(size_t Length) {
  if (isOn() && QueueLength.exchange(Length) != Length)
    count("compiles in the background", "number", Length);
}
