//===- DataEnvironmentModelTest.cpp - Data mapping and its model ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This runs random constructs through a DataEnvironment and through the model.
// After each of them it compares what is mapped, every byte on both sides, what
// was allocated and how much was copied. If it finds a difference, it prints
// the shortest list of steps that it finds to show it.
//
//===----------------------------------------------------------------------===//

#include "DataModel.h"
#include "FakePlugin.h"
#include "ImmediateData.h"
#include "Items.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <string>
#include <vector>

using namespace ompjit;
using namespace ompjit::test;

namespace {

/// The host's bytes: four slots that constructs map and unmap, and one with a
/// variable of an image.
constexpr int SlotBytes = 8, NumSlots = 4, NumBytes = SlotBytes * 5;

struct Step {
  enum What {
    Begin,
    End,
    Update,
    Launch, ///< Runs until the next EndLaunch that finds it the oldest one.
    EndLaunch,
    WriteHost,
    WriteDevice
  } Kind;
  std::vector<ModelItem> Items;
  int At;        ///< The byte that is written.
  uint8_t Value; ///< The value that is written, or that fills new memory.
};

std::string describe(const ModelItem &I) {
  std::string Text =
      "  [" + std::to_string(I.Begin) + ", " + std::to_string(I.end()) + ")";
  const std::pair<int64_t, const char *> Names[] = {{MapTo, " to"},
                                                    {MapFrom, " from"},
                                                    {MapAlways, " always"},
                                                    {MapDelete, " delete"},
                                                    {MapPresent, " present"},
                                                    {MapOmpxHold, " hold"},
                                                    {MapImplicit, " implicit"}};
  for (auto [Bit, Name] : Names)
    if (I.Type & Bit)
      Text += Name;
  return Text;
}

std::string describe(const std::vector<Step> &Steps) {
  const char *const Names[] = {"begin",      "end",  "update", "launch",
                               "end launch", "host", "device"};
  std::string Text;
  for (const Step &S : Steps) {
    Text += std::string("\n") + Names[S.Kind];
    if (S.Kind == Step::WriteHost || S.Kind == Step::WriteDevice)
      Text += "[" + std::to_string(S.At) + "] = " + std::to_string(S.Value);
    for (const ModelItem &I : S.Items)
      Text += describe(I);
  }
  return Text;
}

//===----------------------------------------------------------------------===//
// Both sides, step by step
//===----------------------------------------------------------------------===//

class Pair {
public:
  explicit Pair(bool InQueues) : InQueues(InQueues) {
    Data.addGlobal(at(NumSlots * SlotBytes), DeviceAddress(Global), SlotBytes);
    Model.addPermanent(NumSlots * SlotBytes, SlotBytes);
  }

  /// Returns what differs after the step, or "".
  std::string run(const Step &S) {
    if (S.Kind == Step::WriteHost)
      Host[S.At] = Model.Host[size_t(S.At)] = S.Value;
    if (S.Kind == Step::WriteDevice)
      writeDevice(S.At, S.Value);
    if (S.Kind > Step::EndLaunch ||
        (S.Kind == Step::EndLaunch && Running.empty()))
      return "";
    if (std::string Difference = runConstruct(S); !Difference.empty())
      return Difference;
    return IsOver ? "" : compare();
  }

  /// Set when a construct has failed on both sides.
  bool IsOver = false;

private:
  HostAddress at(int Byte) { return HostAddress(Host + Byte); }

  uint8_t *onDevice(int Byte) {
    return static_cast<uint8_t *>(Data.lookUp(at(Byte), 1).pointer());
  }

  void writeDevice(int At, uint8_t Value) {
    ModelMapping *M = Model.holder(At);
    if (!M)
      return;
    M->Bytes[size_t(At - M->Begin)] = Value;
    *onDevice(At) = Value;
  }

  std::string runConstruct(const Step &S) {
    std::vector<bool> WasMapped;
    for (int Byte = 0; Byte < NumBytes; ++Byte)
      WasMapped.push_back(Model.holder(Byte));
    const std::string Expected = runModel(S);
    const std::string Message = runReal(S);
    if (Message.substr(0, Expected.size()) != Expected ||
        Message.empty() != Expected.empty())
      return "expected '" + Expected + "', got '" + Message + "'";
    IsOver = !Expected.empty();
    if (IsOver)
      return "";
    // The contents of new memory that nothing was copied to are undefined.
    for (int Byte = 0; Byte < NumBytes; ++Byte)
      if (!WasMapped[size_t(Byte)] && Model.holder(Byte) &&
          !isCopied(S, Byte) && onDevice(Byte))
        writeDevice(Byte, S.Value);
    return "";
  }

  static bool isCopied(const Step &S, int Byte) {
    return std::any_of(S.Items.begin(), S.Items.end(), [&](const ModelItem &I) {
      return I.Type & MapTo && I.Begin <= Byte && Byte < I.end();
    });
  }

  std::string runModel(const Step &S) {
    switch (S.Kind) {
    case Step::Begin:
    case Step::Launch:
      return Model.begin(S.Items);
    case Step::End:
      return Model.end(S.Items);
    case Step::EndLaunch:
      return Model.end(Running.front().Items);
    default:
      return Model.update(S.Items);
    }
  }

  /// Returns the message with which the construct failed, or "".
  std::string runReal(const Step &S) {
    Operation Work(Fake.device(), InQueues ? &Pool : nullptr);
    Status Outcome = runReal(S, Work);
    Status Finished = Work.finish();
    if (Outcome)
      Outcome = std::move(Finished);
    return Outcome ? "" : Outcome.error().message();
  }

  Status runReal(const Step &S, Operation &Work) {
    Items List = listOf(S.Items);
    switch (S.Kind) {
    case Step::Begin:
      return Data.begin(List, nullptr, Work);
    case Step::End:
      return Data.end(List, Work);
    case Step::Launch:
      Running.push_back({withPlace(S.Items), nullptr});
      return Data.beginLaunch(List, nullptr, Work, Running.back().Noted);
    case Step::EndLaunch: {
      RunningLaunch Oldest = Running.front();
      Running.pop_front();
      return endLaunch(Data, listOf(Oldest.Items), Work, Oldest.Noted);
    }
    default:
      return Data.update(List, Work);
    }
  }

  /// Returns the items that the end of the launch is told about: an empty
  /// section that had no place took no reference. The model has begun the
  /// launch already.
  std::vector<ModelItem> withPlace(std::vector<ModelItem> All) {
    std::erase_if(All, [this](const ModelItem &I) {
      return !I.Size && !Model.holder(I.Begin);
    });
    return All;
  }

  Items listOf(const std::vector<ModelItem> &All) {
    Items List;
    for (const ModelItem &I : All)
      List.add(Host + I.Begin, I.Size, I.Type);
    return List;
  }

  std::string compare() {
    for (int Byte = 0; Byte < NumBytes; ++Byte) {
      const std::string Place = "byte " + std::to_string(Byte);
      if (Host[Byte] != Model.Host[size_t(Byte)])
        return Place + " differs on the host";
      ModelMapping *M = Model.holder(Byte);
      const uint8_t *There = onDevice(Byte);
      if (!M != !There)
        return Place + (There ? " is mapped" : " is not mapped");
      if (M && *There != M->Bytes[size_t(Byte - M->Begin)])
        return Place + " differs on the device";
    }
    std::string Counts;
    // A look at all counts completes them, which is left to the constructs
    // themselves most of the time.
    if (++NumComparisons % 8 == 0)
      Data.forEach([&](const Mapping &Each) {
        const ModelMapping *M = Model.holder(int(Each.Begin - at(0)));
        if (int(Each.References) != M->References ||
            int(Each.Holds) != M->Holds)
          Counts = "byte " + std::to_string(M->Begin) + " has " +
                   std::to_string(Each.References) + " references";
      });
    if (!Counts.empty())
      return Counts;
    if (Fake.liveAllocations() + 1 != Model.Mappings.size())
      return std::to_string(Fake.liveAllocations()) + " allocations";
    if (Fake.State.BytesTo > Model.BytesTo ||
        Fake.State.BytesFrom > Model.BytesFrom)
      return "more was copied than necessary";
    return "";
  }

  struct RunningLaunch {
    std::vector<ModelItem> Items;
    LaunchReferences::Row *Noted;
  };

  const bool InQueues;
  std::deque<RunningLaunch> Running;
  int NumComparisons = 0;
  FakePlugin Fake;
  QueuePool Pool{Fake.device()};
  uint8_t Host[NumBytes] = {}, Global[SlotBytes] = {};
  DataEnvironment Data{Fake.device(), {}};
  DataModel Model{NumBytes};
};

/// Returns what differs, with the number of the step after which it does.
std::pair<std::string, size_t> firstDifference(const std::vector<Step> &Steps,
                                               bool InQueues) {
  Pair Both(InQueues);
  for (size_t I = 0; I < Steps.size() && !Both.IsOver; ++I)
    if (std::string Difference = Both.run(Steps[I]); !Difference.empty())
      return {Difference, I};
  return {"", Steps.size()};
}

/// Leaves out the steps that are not needed for a difference.
void shorten(std::vector<Step> &Steps, bool InQueues) {
  Steps.resize(firstDifference(Steps, InQueues).second + 1);
  for (size_t I = Steps.size(); I-- > 0;) {
    std::vector<Step> Fewer = Steps;
    Fewer.erase(Fewer.begin() + long(I));
    if (!firstDifference(Fewer, InQueues).first.empty())
      Steps = std::move(Fewer);
  }
}

//===----------------------------------------------------------------------===//
// Random steps
//===----------------------------------------------------------------------===//

class Generator {
public:
  explicit Generator(uint32_t Seed) : Random(Seed) {}

  std::vector<Step> steps(int Number) {
    std::vector<Step> All;
    for (int I = 0; I < Number; ++I)
      All.push_back(step());
    return All;
  }

private:
  int below(int Bound) { return int(Random() % uint32_t(Bound)); }
  bool inPercent(int Percent) { return below(100) < Percent; }

  Step step() {
    Step S = {Step::What(below(7)), {}, below(NumBytes), uint8_t(Random())};
    if (S.Kind > Step::Launch)
      return S;
    // A list item that is copied both ways in one update has no defined value.
    const int64_t Direction = inPercent(50) ? MapTo : MapFrom;
    for (int I = 1 + below(3); I > 0; --I) {
      ModelItem New = item();
      New.Type = type(S.Kind, Direction);
      S.Items.push_back(New);
    }
    // An implicitly mapped variable is the only item of its construct.
    if (S.Items.size() == 1 && inPercent(20))
      S.Items[0].Type |= MapImplicit;
    if (S.Items[0].Type & MapImplicit)
      S.Items[0].Type &= MapImplicit | MapOmpxHold;
    return S;
  }

  /// Returns mostly a whole slot or a part of one, and sometimes a range across
  /// two.
  ModelItem item() {
    const int Slot = below(NumSlots + 1) * SlotBytes;
    if (inPercent(85))
      return {Slot, SlotBytes, 0};
    if (inPercent(90)) {
      const int Offset = below(SlotBytes);
      return {Slot + Offset, below(SlotBytes - Offset + 1), 0};
    }
    const int Offset = below(NumBytes - SlotBytes);
    return {Offset, 1 + below(SlotBytes), 0};
  }

  int64_t type(Step::What Kind, int64_t Direction) {
    if (Kind == Step::Update)
      return Direction | (inPercent(2) ? MapPresent : 0);
    int64_t Type = below(4);
    // Most launches only refer to what is there.
    if (Kind == Step::Launch && inPercent(80))
      return Type;
    if (inPercent(20))
      Type |= MapAlways;
    if (inPercent(2))
      Type |= MapPresent;
    if (inPercent(15))
      Type |= MapOmpxHold;
    if (Kind == Step::End && inPercent(10))
      Type |= MapDelete;
    return Type;
  }

  std::mt19937 Random;
};

void compareManySequences(bool InQueues) {
  for (uint32_t Seed = 1; Seed <= 3000; ++Seed) {
    std::vector<Step> Steps = Generator(Seed).steps(60);
    if (firstDifference(Steps, InQueues).first.empty())
      continue;
    shorten(Steps, InQueues);
    FAIL() << "seed " << Seed << ": " << firstDifference(Steps, InQueues).first
           << " after" << describe(Steps);
  }
}

TEST(DataEnvironmentModel, AgreesWithTheModel) { compareManySequences(false); }

TEST(DataEnvironmentModel, AgreesWithTheModelThroughQueues) {
  compareManySequences(true);
}

/// The comparison is of use only if the sequences reach the rules that it
/// tests.
TEST(DataEnvironmentModel, ReachesEveryRule) {
  int Overlaps = 0, Absences = 0, Completed = 0;
  uint64_t BytesTo = 0, BytesFrom = 0;
  for (uint32_t Seed = 1; Seed <= 300; ++Seed) {
    DataModel Model(NumBytes);
    std::string Failure;
    for (const Step &S : Generator(Seed).steps(60)) {
      if (S.Kind <= Step::Update && Failure.empty())
        Failure = S.Kind == Step::Begin ? Model.begin(S.Items)
                  : S.Kind == Step::End ? Model.end(S.Items)
                                        : Model.update(S.Items);
    }
    Overlaps += Failure == "OT301";
    Absences += Failure == "OT302";
    Completed += Failure.empty();
    BytesTo += Model.BytesTo;
    BytesFrom += Model.BytesFrom;
  }
  EXPECT_GT(Overlaps, 10);
  EXPECT_GT(Absences, 10);
  EXPECT_GT(Completed, 10);
  EXPECT_GT(BytesTo, 1000u);
  EXPECT_GT(BytesFrom, 1000u);
}

} // namespace
