//===- Report.cpp - What was found, for people and programs ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "ompjit/Support/JsonWriter.h"

#include <algorithm>
#include <cstdio>

namespace ompjit::tune {

namespace {

std::string tripsText(const tuning::TripRange &Trips) {
  if (Trips.Last == 0)
    return "-";
  std::string Text = std::to_string(Trips.First);
  if (Trips.Last != Trips.First)
    Text += "-" + std::to_string(Trips.Last);
  return Text;
}

std::string microseconds(uint64_t Ns) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%.1f", double(Ns) / 1000);
  return Text;
}

std::string percent(double Ratio) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%.0f %%", 100 * (1 - Ratio));
  return Text;
}

using Row = std::vector<std::string>;

Row rowOf(const Tuned &Each) {
  const tuning::Choice &C = Each.Choice;
  if (!Each.Problem.empty())
    return {C.Kernel, tripsText(C.Trips), "-", "-", "-", Each.Problem};
  return {C.Kernel,
          tripsText(C.Trips),
          microseconds(C.UsualNs),
          Each.isGain() ? microseconds(C.TunedNs) : "-",
          Each.isGain() ? percent(Each.Ratio) : "-",
          tuning::describe(C.Chosen)};
}

} // namespace

std::string asText(const std::vector<Tuned> &All) {
  std::vector<Row> Rows = {
      {"kernel", "iterations", "usual us", "tuned us", "gain", "choice"}};
  for (const Tuned &Each : All)
    Rows.push_back(rowOf(Each));
  std::vector<size_t> Widths(Rows.front().size());
  for (const Row &Each : Rows)
    for (size_t I = 0; I != Each.size(); ++I)
      Widths[I] = std::max(Widths[I], Each[I].size());
  std::string Text;
  for (const Row &Each : Rows) {
    for (size_t I = 0; I + 1 != Each.size(); ++I) {
      const std::string Gap(Widths[I] - Each[I].size(), ' ');
      const bool IsNumber = I != 0;
      Text += (IsNumber ? Gap + Each[I] : Each[I] + Gap) + "  ";
    }
    Text += Each.back() + "\n";
  }
  return Text;
}

std::string asJson(const std::vector<Tuned> &All,
                   const std::vector<std::string> &Problems,
                   const std::string &ProfileFile) {
  JsonWriter Json;
  Json.beginObject();
  Json.text("profile", ProfileFile);
  Json.beginArray("kernels");
  for (const Tuned &Each : All) {
    Json.beginObject();
    Json.text("kernel", Each.Choice.Kernel);
    Json.number("first_iterations", Each.Choice.Trips.First);
    Json.number("last_iterations", Each.Choice.Trips.Last);
    Json.number("recorded_launches", Each.NumLaunches);
    Json.textOrNull("error", Each.Problem);
    if (Each.Problem.empty()) {
      Json.number("usual_ns", Each.Choice.UsualNs);
      Json.number("tuned_ns", Each.Choice.TunedNs);
      Json.number("choices_tried", Each.NumTried);
      Json.text("choice", tuning::describe(Each.Choice.Chosen));
    }
    Json.endObject();
  }
  Json.endArray();
  Json.beginArray("problems");
  for (const std::string &Each : Problems)
    Json.text("", Each);
  Json.endArray();
  Json.endObject();
  return Json.take() + "\n";
}

} // namespace ompjit::tune
