//===- Replays.cpp - Measures recorded launches ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replays.h"

#include "ompjit/Support/ChildProcess.h"
#include "ompjit/Support/Tool.h"

#include <fstream>
#include <unistd.h>

namespace ompjit::tune {

static Result<Figures> readFigures(const std::string &Path, const Sample &Of) {
  std::ifstream File(Path);
  Figures Read;
  Read.Device.Triple = Of.Triple;
  double Ns = 0;
  if (!(File >> Read.Device.Arch >> Read.Device.Processors >> Ns))
    return Error("the replay has left no figures");
  while (File >> Ns)
    Read.Ns.push_back(Ns);
  return Read;
}

Result<Figures> Replays::run(const Sample &What, uint32_t Count,
                             const std::optional<tuning::Choice> &How) const {
  const std::string Profile = Folder + "/choice.profile",
                    Numbers = Folder + "/figures", Said = Folder + "/output";
  ::unlink(Numbers.c_str());
  if (How && !(std::ofstream(Profile) << tuning::write({*How})))
    return Error("'" + Profile + "' cannot be written");
  ChildProcess Replay;
  Replay.Command = {ReplayTool, "--rounding", "--figures=" + Numbers,
                    "--repeat=" + std::to_string(Count + 1)};
  if (Chosen.Device)
    Replay.Command.push_back("--device=" + std::to_string(*Chosen.Device));
  Replay.Command.push_back(What.Path);
  // Images that are only tried do not go into the cache.
  Replay.Variables = {"OMP_JIT_PROFILE=" + (How ? Profile : "off"),
                      "OMP_JIT_CACHE=memory", "OMP_JIT_ASYNC=0"};
  Replay.OutputFile = Said;
  Replay.TimeLimit = std::chrono::seconds(60 + Chosen.BudgetSeconds);
  Result<int> Ended = Replay.run();
  if (!Ended)
    return Ended.takeError();
  if (*Ended != Tool::Good && *Ended != Tool::Bad)
    return Error("it ended with status " + std::to_string(*Ended) + ":\n" +
                 lastLines(Said));
  Result<Figures> Read = readFigures(Numbers, What);
  if (Read)
    Read->IsSame = *Ended == Tool::Good;
  return Read;
}

} // namespace ompjit::tune
