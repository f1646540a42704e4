//===- InteropTest.cpp - Tests of interoperability objects ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interop/Interop.h"
#include "FakePlugin.h"
#include "interop/InteropProperties.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

using namespace ompjit;
using namespace ompjit::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

constexpr int FrId = -1, FrName = -2, Vendor = -3, VendorName = -4,
              DeviceNum = -5, Platform = -6, DeviceHandle = -7, Context = -8,
              TargetSync = -9;

char SomeDevice, SomeContext;

/// Answers as a driver of CUDA does.
int describeNative(ompjit_device *, ompjit_queue *Queue, int32_t,
                   ompjit_native *Native, ompjit_error *) {
  *Native = {2,       11,          "cuda_driver", "nvidia",
             nullptr, &SomeDevice, &SomeContext,  Queue};
  return 0;
}

/// Answers also for CUDA's runtime; that of HIP is installed but does not work.
int describeChosen(ompjit_device *Device, ompjit_queue *Queue, int32_t Runtime,
                   ompjit_native *Native, ompjit_error *Error) {
  enum { Own = 0, Cuda = 1, CudaDriver = 2, Hip = 5 };
  if (Runtime == Hip) {
    std::snprintf(Error->text, sizeof(Error->text), "no memory is left");
    return 1;
  }
  if (Runtime != Own && Runtime != Cuda && Runtime != CudaDriver)
    return OMPJIT_NOT_INSTALLED;
  describeNative(Device, Queue, Runtime, Native, Error);
  if (Runtime == Cuda)
    Native->runtime = Cuda;
  return 0;
}

int refuseNative(ompjit_device *, ompjit_queue *, int32_t, ompjit_native *,
                 ompjit_error *Error) {
  std::snprintf(Error->text, sizeof(Error->text), "the driver sleeps");
  return 1;
}

class InteropTest : public testing::Test {
protected:
  InteropTest() {
    Fake.Table.device_capabilities = [](ompjit_device *) -> uint64_t {
      return OMPJIT_CAN_INTEROPERATE;
    };
    Fake.Table.device_native = describeNative;
  }

  std::unique_ptr<Interop> make(InteropKind Kind,
                                std::vector<int32_t> Preferred = {}) {
    Result<std::unique_ptr<Interop>> Made =
        Interop::create(Fake.device(), Kind, Preferred);
    EXPECT_TRUE(Made) << (Made ? "" : Made.error().message());
    return Made ? std::move(*Made) : nullptr;
  }

  template <typename T> T get(const Interop *Object, int Property) {
    return interopProperty<T>(Object, Property, Code);
  }

  FakePlugin Fake;
  InteropCode Code = InteropCode::Other;
};

TEST_F(InteropTest, DoesNotExistWithoutTheCapability) {
  Fake.Table.device_capabilities = [](ompjit_device *) -> uint64_t {
    return 0;
  };
  EXPECT_EQ(make(InteropKind::TargetSync), nullptr);
  EXPECT_EQ(Fake.State.LiveQueues, 0);
}

TEST_F(InteropTest, HasAQueueOnlyForTargetSync) {
  std::unique_ptr<Interop> Sync = make(InteropKind::TargetSync);
  EXPECT_EQ(Fake.State.LiveQueues, 1);
  std::unique_ptr<Interop> Target = make(InteropKind::Target);
  EXPECT_EQ(Fake.State.LiveQueues, 1);
  Sync.reset();
  EXPECT_EQ(Fake.State.LiveQueues, 0);
}

TEST_F(InteropTest, GivesItsQueueBackWhereTheHandlesFail) {
  Fake.Table.device_native = refuseNative;
  Result<std::unique_ptr<Interop>> Made =
      Interop::create(Fake.device(), InteropKind::TargetSync, {});
  ASSERT_FALSE(Made);
  EXPECT_THAT(Made.error().message(), HasSubstr("the driver sleeps"));
  EXPECT_EQ(Fake.State.LiveQueues, 0);
}

TEST_F(InteropTest, IsOfTheFirstRuntimeThatIsThere) {
  Fake.Table.device_native = describeChosen;
  const auto Granted = [&](std::vector<int32_t> Preferred) {
    return make(InteropKind::TargetSync, Preferred)->native().runtime;
  };
  EXPECT_EQ(Granted({}), 2);
  EXPECT_EQ(Granted({1}), 1);
  EXPECT_EQ(Granted({1, 2}), 1);
  EXPECT_EQ(Granted({2, 1}), 2);
  EXPECT_EQ(Granted({99, 4, -1, 1}), 1);
  EXPECT_EQ(Granted({99, 4}), 2);
  // The value 0 stands for no particular runtime.
  EXPECT_EQ(Granted({0, 1}), 2);
  EXPECT_EQ(Fake.State.LiveQueues, 0);
}

TEST_F(InteropTest, FailsWhereAPreferredRuntimeDoes) {
  Fake.Table.device_native = describeChosen;
  Result<std::unique_ptr<Interop>> Made = Interop::create(
      Fake.device(), InteropKind::TargetSync, std::vector<int32_t>{99, 5, 1});
  ASSERT_FALSE(Made);
  EXPECT_THAT(Made.error().message(), HasSubstr("no memory is left"));
  EXPECT_EQ(Fake.State.LiveQueues, 0);
}

TEST_F(InteropTest, AnswersWhatItKnows) {
  std::unique_ptr<Interop> Sync = make(InteropKind::TargetSync);
  EXPECT_EQ(get<intptr_t>(Sync.get(), FrId), 2);
  EXPECT_EQ(Code, InteropCode::Success);
  EXPECT_STREQ(get<const char *>(Sync.get(), FrName), "cuda_driver");
  EXPECT_EQ(get<intptr_t>(Sync.get(), Vendor), 11);
  EXPECT_STREQ(get<const char *>(Sync.get(), VendorName), "nvidia");
  EXPECT_EQ(get<intptr_t>(Sync.get(), DeviceNum), 0);
  EXPECT_EQ(Code, InteropCode::Success);
  EXPECT_EQ(get<void *>(Sync.get(), DeviceHandle), &SomeDevice);
  EXPECT_EQ(get<void *>(Sync.get(), Context), &SomeContext);
  EXPECT_EQ(get<void *>(Sync.get(), TargetSync), Fake.State.Queues.at(0));
  EXPECT_EQ(Code, InteropCode::Success);
}

TEST_F(InteropTest, KnowsDevicesThatAreNumbers) {
  Fake.Table.device_native = [](ompjit_device *, ompjit_queue *, int32_t,
                                ompjit_native *Native, ompjit_error *) {
    *Native = {2,       11,      "cuda_driver", "nvidia",
               nullptr, nullptr, &SomeContext,  nullptr};
    return 0;
  };
  std::unique_ptr<Interop> First = make(InteropKind::Target);
  EXPECT_EQ(get<intptr_t>(First.get(), DeviceHandle), 0);
  EXPECT_EQ(Code, InteropCode::Success);
  EXPECT_EQ(get<void *>(First.get(), DeviceHandle), nullptr);
  EXPECT_EQ(Code, InteropCode::Success);
  EXPECT_EQ(get<const char *>(First.get(), DeviceHandle), nullptr);
  EXPECT_NE(Code, InteropCode::Success);
}

TEST_F(InteropTest, SaysWhyThereIsNoValue) {
  std::unique_ptr<Interop> Target = make(InteropKind::Target);
  EXPECT_EQ(get<void *>(Target.get(), Platform), nullptr);
  EXPECT_EQ(Code, InteropCode::NoValue);
  EXPECT_EQ(get<void *>(Target.get(), TargetSync), nullptr);
  EXPECT_EQ(Code, InteropCode::Other);
  for (int Outside : {0, 1, -10, INT32_MIN}) {
    get<intptr_t>(Target.get(), Outside);
    EXPECT_EQ(Code, InteropCode::OutOfRange) << Outside;
  }
  get<intptr_t>(nullptr, FrId);
  EXPECT_EQ(Code, InteropCode::Empty);
}

TEST_F(InteropTest, NamesTheTypeThatIsRight) {
  std::unique_ptr<Interop> Sync = make(InteropKind::TargetSync);
  EXPECT_EQ(get<void *>(Sync.get(), FrId), nullptr);
  EXPECT_EQ(Code, InteropCode::TypeInt);
  EXPECT_EQ(get<intptr_t>(Sync.get(), FrName), 0);
  EXPECT_EQ(Code, InteropCode::TypeString);
  EXPECT_EQ(get<const char *>(Sync.get(), Context), nullptr);
  EXPECT_EQ(Code, InteropCode::TypePointer);
  // The type is known even if the object has no value for the property.
  get<intptr_t>(Sync.get(), Platform);
  EXPECT_EQ(Code, InteropCode::TypePointer);
}

TEST_F(InteropTest, DescribesPropertiesAndCodes) {
  std::unique_ptr<Interop> Sync = make(InteropKind::TargetSync);
  EXPECT_STREQ(interopPropertyName(FrId), "fr_id");
  EXPECT_STREQ(interopPropertyName(TargetSync), "targetsync");
  EXPECT_EQ(interopPropertyName(0), nullptr);
  EXPECT_EQ(interopPropertyName(-10), nullptr);
  EXPECT_STREQ(interopTypeDescription(Sync.get(), TargetSync), "CUstream");
  EXPECT_STREQ(interopTypeDescription(Sync.get(), Platform), "N/A");
  EXPECT_STREQ(interopTypeDescription(Sync.get(), Vendor), "intptr_t");
  EXPECT_STREQ(interopTypeDescription(Sync.get(), FrName), "const char *");
  EXPECT_EQ(interopTypeDescription(Sync.get(), 0), nullptr);
  EXPECT_EQ(interopTypeDescription(nullptr, TargetSync), nullptr);
  for (int C = -6; C <= 1; ++C)
    EXPECT_NE(interopCodeDescription(C), nullptr) << C;
  EXPECT_EQ(interopCodeDescription(2), nullptr);
}

TEST_F(InteropTest, SurvivesARuntimeThatNobodyKnows) {
  Fake.Table.device_native = [](ompjit_device *, ompjit_queue *, int32_t,
                                ompjit_native *Native, ompjit_error *) {
    *Native = {};
    Native->runtime = 1000;
    Native->device = &SomeDevice;
    return 0;
  };
  std::unique_ptr<Interop> Target = make(InteropKind::Target);
  EXPECT_STREQ(interopTypeDescription(Target.get(), DeviceHandle), "N/A");
  EXPECT_EQ(get<const char *>(Target.get(), FrName), nullptr);
  EXPECT_EQ(Code, InteropCode::NoValue);
}

/// Keeps in order what happens.
struct Diary {
  std::vector<std::string> Lines;
  static void write(void *Self) {
    static_cast<Diary *>(Self)->Lines.push_back("callback");
  }
};

TEST_F(InteropTest, CallsBackBehindTheQueueAndOnce) {
  std::unique_ptr<Interop> Sync = make(InteropKind::TargetSync);
  Diary D;
  Fake.State.Queues.at(0)->Work.push_back([&](ompjit_error *) {
    D.Lines.push_back("work");
    return 0;
  });
  Sync->addCallback(Diary::write, &D);
  Sync->addCallback(Diary::write, &D);
  EXPECT_THAT(D.Lines, IsEmpty());
  EXPECT_TRUE(Sync->synchronize());
  EXPECT_THAT(D.Lines, ElementsAre("work", "callback", "callback"));
  EXPECT_TRUE(Sync->synchronize());
  EXPECT_EQ(D.Lines.size(), 3u);
}

TEST_F(InteropTest, LetsACallbackAddAnother) {
  std::unique_ptr<Interop> Sync = make(InteropKind::TargetSync);
  struct State {
    Interop *Object;
    int Calls;
  } S = {Sync.get(), 0};
  Sync->addCallback(
      [](void *Data) {
        auto *S = static_cast<State *>(Data);
        ++S->Calls;
        S->Object->addCallback(
            [](void *Data) { ++static_cast<State *>(Data)->Calls; }, S);
      },
      &S);
  EXPECT_TRUE(Sync->synchronize());
  EXPECT_EQ(S.Calls, 1);
  EXPECT_TRUE(Sync->synchronize());
  EXPECT_EQ(S.Calls, 2);
}

TEST_F(InteropTest, ReportsAFailedQueueAndStillCallsBack) {
  std::unique_ptr<Interop> Sync = make(InteropKind::TargetSync);
  Fake.State.Queues.at(0)->Work.push_back([](ompjit_error *Error) {
    std::snprintf(Error->text, sizeof(Error->text), "a fault in the stream");
    return 1;
  });
  Diary D;
  Sync->addCallback(Diary::write, &D);
  Status S = Sync->synchronize();
  ASSERT_FALSE(S);
  EXPECT_THAT(S.error().message(), HasSubstr("a fault in the stream"));
  EXPECT_THAT(D.Lines, ElementsAre("callback"));
}

TEST_F(InteropTest, BelongsToOneThread) {
  OwnedInterops Owned;
  Interop *Mine = Owned.add(3, {}, make(InteropKind::TargetSync));
  EXPECT_EQ(Owned.find(3, 0, InteropKind::TargetSync, {}), Mine);
  EXPECT_EQ(Owned.find(4, 0, InteropKind::TargetSync, {}), nullptr);
  EXPECT_EQ(Owned.find(3, 1, InteropKind::TargetSync, {}), nullptr);
  EXPECT_EQ(Owned.find(3, 0, InteropKind::Target, {}), nullptr);
  std::unique_ptr<Interop> Programs = make(InteropKind::TargetSync);
  EXPECT_TRUE(Owned.owns(Mine));
  EXPECT_FALSE(Owned.owns(Programs.get()));
}

TEST_F(InteropTest, IsFoundWithItsPreferencesAlone) {
  Fake.Table.device_native = describeChosen;
  OwnedInterops Owned;
  const std::vector<int32_t> Cuda = {1}, Driver = {2, 1}, Other = {1, 2};
  Interop *First = Owned.add(1, Cuda, make(InteropKind::TargetSync, Cuda));
  Interop *Second = Owned.add(1, Driver, make(InteropKind::TargetSync, Driver));
  const auto Find = [&](const std::vector<int32_t> &Preferred) {
    return Owned.find(1, 0, InteropKind::TargetSync, Preferred);
  };
  EXPECT_EQ(Find(Cuda), First);
  EXPECT_EQ(Find(Driver), Second);
  EXPECT_EQ(Find(Other), nullptr);
  EXPECT_EQ(Find({}), nullptr);
}

TEST_F(InteropTest, IsFoundWithItsThreadAlone) {
  OwnedInterops Owned;
  Interop *First = Owned.add(1, {}, make(InteropKind::TargetSync));
  Interop *Second = Owned.add(2, {}, make(InteropKind::TargetSync));
  Interop *Third = Owned.add(1, {}, make(InteropKind::Target));
  EXPECT_EQ(Owned.all(1), (std::vector<Interop *>{First, Third}));
  EXPECT_EQ(Owned.all(2), (std::vector<Interop *>{Second}));
}

} // namespace
