//===- StandinTest.cpp - What the stand-in does and what it finds ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As plugins use it: by dlopen and names.
//
//===----------------------------------------------------------------------===//

#include "../Abi.h"
#include "ompjit/Targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace ompjit::standin;
using testing::HasSubstr;

namespace {

struct Driver {
#define DRIVER_FUNCTION(Name, Parameters) Result(*Name) Parameters;
#include "../Functions.def"
#undef DRIVER_FUNCTION
  const char *(*Violation)();
  const char *(*Emulation)();

  static const Driver &get() {
    static const Driver Only;
    return Only;
  }

private:
  Driver() {
    setenv("OMPJIT_STANDIN_DEVICES", "sm_90,sm_80", 1);
    setenv("OMPJIT_STANDIN_DRIVER", "12040", 1);
    void *Library = dlopen(OMPJIT_STANDIN_FILE, RTLD_NOW | RTLD_LOCAL);
    if (!Library) {
      ADD_FAILURE() << dlerror();
      std::abort();
    }
    auto Find = [&](auto &Slot, const char *Name) {
      Slot =
          reinterpret_cast<std::decay_t<decltype(Slot)>>(dlsym(Library, Name));
      EXPECT_NE(Slot, nullptr) << Name;
    };
#define DRIVER_FUNCTION(Name, Parameters) Find(Name, #Name);
#include "../Functions.def"
#undef DRIVER_FUNCTION
    Find(Violation, "ompjit_standin_violation");
    Find(Emulation, "ompjit_standin_emulation");
  }
};

std::string readFile(const char *Name) {
  std::ifstream File(Name, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(File), {});
}

/// A context of device 0 is current; at the end nothing may be left, and no
/// violation that the test did not ask for.
class StandinTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(D.cuInit(0), Success);
    ASSERT_EQ(D.cuDevicePrimaryCtxRetain(&Context, 0), Success);
    ASSERT_EQ(D.cuCtxSetCurrent(Context), Success);
  }
  void TearDown() override {
    D.cuCtxSetCurrent(nullptr);
    EXPECT_EQ(D.cuDevicePrimaryCtxRelease_v2(0), Success);
    EXPECT_STREQ(D.Violation(), "");
  }

  DevicePointer allocate(size_t Bytes) {
    DevicePointer Memory = 0;
    EXPECT_EQ(D.cuMemAlloc_v2(&Memory, Bytes), Success);
    return Memory;
  }
  Handle createStream() {
    Handle Stream = nullptr;
    EXPECT_EQ(D.cuStreamCreate(&Stream, StreamNonBlocking), Success);
    return Stream;
  }
  Handle load() {
    const std::string Image = readFile(OMPJIT_IMAGE_FILE);
    Handle Module = nullptr;
    EXPECT_EQ(D.cuModuleLoadDataEx(&Module, Image.data(), 0, nullptr, nullptr),
              Success);
    return Module;
  }
  Handle find(Handle Module, const char *Name) {
    Handle Function = nullptr;
    EXPECT_EQ(D.cuModuleGetFunction(&Function, Module, Name), Success);
    return Function;
  }
  Result launch(Handle Function, std::vector<int64_t> Parameters,
                Handle Stream = nullptr, unsigned Threads = 1,
                unsigned Shared = 0) {
    size_t Bytes = Parameters.size() * sizeof(int64_t);
    void *Extra[] = {reinterpret_cast<void *>(LaunchParamPointer),
                     Parameters.data(),
                     reinterpret_cast<void *>(LaunchParamSize), &Bytes,
                     reinterpret_cast<void *>(LaunchParamEnd)};
    return D.cuLaunchKernel(Function, 1, 1, 1, Threads, 1, 1, Shared, Stream,
                            nullptr, Extra);
  }
  void expectViolation(const char *Text) {
    EXPECT_THAT(D.Violation(), HasSubstr(Text));
  }

  const Driver &D = Driver::get();
  Handle Context = nullptr;
};

TEST_F(StandinTest, CopiesThereAndBack) {
  DevicePointer A = allocate(64);
  char Out[64] = "what was  written", In[64] = "";
  EXPECT_EQ(D.cuMemcpyHtoD_v2(A, Out, 64), Success);
  EXPECT_EQ(D.cuMemcpyDtoH_v2(In, A, 64), Success);
  EXPECT_STREQ(In, Out);
  EXPECT_EQ(D.cuMemsetD8_v2(A + 4, 0x41, 4), Success);
  EXPECT_EQ(D.cuMemcpyDtoH_v2(In, A, 64), Success);
  EXPECT_STREQ(In, "whatAAAA  written");
  EXPECT_EQ(D.cuMemFree_v2(A), Success);
}

TEST_F(StandinTest, FindsCopiesBehindTheEnd) {
  DevicePointer A = allocate(64);
  char Bytes[128] = {};
  EXPECT_EQ(D.cuMemcpyHtoD_v2(A, Bytes, 65), InvalidValue);
  expectViolation("at byte 0 of a range of 64");
  EXPECT_EQ(D.cuMemcpyDtoH_v2(Bytes, A + 60, 5), InvalidValue);
  expectViolation("at byte 60 of a range of 64");
  EXPECT_EQ(D.cuMemsetD8_v2(A - 1, 0, 8), InvalidValue);
  expectViolation("8 bytes at");
  EXPECT_EQ(D.cuMemcpyHtoD_v2(reinterpret_cast<DevicePointer>(Bytes), Bytes, 8),
            InvalidValue);
  expectViolation("which is");
  EXPECT_EQ(D.cuMemFree_v2(A), Success);
}

TEST_F(StandinTest, FindsASecondFree) {
  DevicePointer A = allocate(64);
  EXPECT_EQ(D.cuMemFree_v2(A + 8), InvalidValue);
  expectViolation("not the begin");
  EXPECT_EQ(D.cuMemFree_v2(A), Success);
  EXPECT_EQ(D.cuMemFree_v2(A), InvalidValue);
  expectViolation("not the begin");
}

TEST_F(StandinTest, FindsCopiesThatRunTooLate) {
  Handle Module = load(), Stream = createStream();
  int64_t *Gate = nullptr, *Pinned = nullptr;
  ASSERT_EQ(D.cuMemHostAlloc(reinterpret_cast<void **>(&Gate), 8, 0), Success);
  ASSERT_EQ(D.cuMemHostAlloc(reinterpret_cast<void **>(&Pinned), 8, 0),
            Success);
  *Gate = 0;
  DevicePointer A = allocate(8);
  EXPECT_EQ(launch(find(Module, "conformance_wait"),
                   {0, reinterpret_cast<int64_t>(Gate)}, Stream),
            Success);
  EXPECT_EQ(D.cuMemcpyHtoDAsync_v2(A, Pinned, 8, Stream), Success);
  EXPECT_EQ(D.cuStreamQuery(Stream), NotReady);
  EXPECT_EQ(D.cuModuleUnload(Module), InvalidValue);
  expectViolation("1 launches of its kernels are not over");
  EXPECT_EQ(D.cuMemFree_v2(A), Success);
  __atomic_store_n(Gate, 1, __ATOMIC_RELEASE);
  EXPECT_EQ(D.cuStreamSynchronize(Stream), Success);
  expectViolation("when the memory is gone");
  EXPECT_EQ(D.cuStreamQuery(Stream), Success);
  EXPECT_EQ(D.cuModuleUnload(Module), Success);
  EXPECT_EQ(D.cuMemFreeHost(Gate), Success);
  EXPECT_EQ(D.cuMemFreeHost(Pinned), Success);
  EXPECT_EQ(D.cuStreamDestroy_v2(Stream), Success);
  EXPECT_EQ(D.cuStreamSynchronize(Stream), InvalidHandle);
  expectViolation("is destroyed");
}

TEST_F(StandinTest, WaitsForCopiesOfPageableMemory) {
  Handle Module = load(), Stream = createStream();
  int64_t *Gate = nullptr, Back = 0;
  ASSERT_EQ(D.cuMemHostAlloc(reinterpret_cast<void **>(&Gate), 8, 0), Success);
  *Gate = 0;
  DevicePointer A = allocate(8);
  ASSERT_EQ(D.cuMemsetD8_v2(A, 1, 8), Success);
  ASSERT_EQ(D.cuCtxSynchronize(), Success); // The other stream would not wait.
  EXPECT_EQ(launch(find(Module, "conformance_wait"),
                   {0, reinterpret_cast<int64_t>(Gate)}, Stream),
            Success);
  std::thread Opener([&] { __atomic_store_n(Gate, 1, __ATOMIC_RELEASE); });
  EXPECT_EQ(D.cuMemcpyDtoHAsync_v2(&Back, A, 8, Stream), Success);
  EXPECT_EQ(Back, 0x0101010101010101);
  Opener.join();
  EXPECT_EQ(D.cuMemFree_v2(A), Success);
  EXPECT_EQ(D.cuMemFreeHost(Gate), Success);
  EXPECT_EQ(D.cuModuleUnload(Module), Success);
  EXPECT_EQ(D.cuStreamDestroy_v2(Stream), Success);
}

TEST_F(StandinTest, RunsKernels) {
  ASSERT_NE(D.Emulation(), nullptr);
  EXPECT_EQ(ompjit::findHostWithLevel(D.Emulation()), &ompjit::ThisHost);
  Handle Module = load();
  DevicePointer Out = allocate(8), Counter = 0;
  size_t Bytes = 0;
  Handle Add = find(Module, "conformance_bare");
  EXPECT_EQ(launch(Add, {int64_t(Out), 40, -2}), Success);
  int64_t Value = 0;
  EXPECT_EQ(D.cuMemcpyDtoH_v2(&Value, Out, 8), Success);
  EXPECT_EQ(Value, 38);
  EXPECT_EQ(
      D.cuModuleGetGlobal_v2(&Counter, &Bytes, Module, "conformance_counter"),
      Success);
  EXPECT_EQ(Bytes, 8u);
  EXPECT_EQ(D.cuMemcpyDtoH_v2(&Value, Counter, 8), Success);
  EXPECT_EQ(Value, 40);
  EXPECT_EQ(D.cuModuleGetGlobal_v2(&Counter, &Bytes, Module, "nothing"),
            NotFound);
  Handle None = nullptr;
  EXPECT_EQ(D.cuModuleGetFunction(&None, Module, "nothing"), NotFound);
  EXPECT_EQ(D.cuMemFree_v2(Out), Success);
  EXPECT_EQ(D.cuModuleUnload(Module), Success);
  EXPECT_EQ(launch(Add, {1, 2, 3}), InvalidHandle);
  expectViolation("is destroyed");
}

TEST_F(StandinTest, ChecksLaunches) {
  Handle Module = load();
  Handle Add = find(Module, "conformance_bare");
  EXPECT_EQ(launch(Add, {1, 2}), InvalidValue);
  expectViolation("16 bytes of parameters, the kernel takes 24");
  EXPECT_EQ(launch(Add, {1, 2, 3}, nullptr, 0), InvalidValue);
  expectViolation("a size is 0");
  EXPECT_EQ(launch(Add, {1, 2, 3}, nullptr, 1025), InvalidValue);
  expectViolation("the block is larger than the device's");
  EXPECT_EQ(launch(Add, {1, 2, 3}, nullptr, 1, (48 << 10) + 1), InvalidValue);
  expectViolation("without an attribute that says so");
  EXPECT_EQ(D.cuFuncSetAttribute(Add, FunctionMaxDynamicShared, 1 << 20),
            InvalidValue);
  EXPECT_EQ(D.cuFuncSetAttribute(Add, FunctionMaxDynamicShared, 64 << 10),
            Success);
  DevicePointer Out = allocate(8);
  EXPECT_EQ(launch(Add, {int64_t(Out), 1, 2}, nullptr, 1, 64 << 10), Success);
  EXPECT_EQ(D.cuCtxSynchronize(), Success);
  int Blocks = 0;
  EXPECT_EQ(
      D.cuOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, Add, 1024, 0),
      Success);
  EXPECT_EQ(Blocks, 2);
  EXPECT_EQ(D.cuMemFree_v2(Out), Success);
  EXPECT_EQ(D.cuModuleUnload(Module), Success);
}

TEST_F(StandinTest, KnowsWhichContextIsCurrent) {
  Handle Other = nullptr, Seen = nullptr;
  ASSERT_EQ(D.cuDevicePrimaryCtxRetain(&Other, 1), Success);
  DevicePointer A = allocate(8);
  Handle Stream = createStream();
  ASSERT_EQ(D.cuCtxPushCurrent_v2(Other), Success);
  EXPECT_EQ(D.cuMemFree_v2(A), InvalidValue);
  expectViolation("belongs to another context");
  EXPECT_EQ(D.cuMemsetD8_v2(A, 0, 8), InvalidValue);
  expectViolation("memory of another device");
  EXPECT_EQ(D.cuStreamSynchronize(Stream), InvalidHandle);
  expectViolation("belongs to another context");
  DevicePointer B = allocate(8);
  EXPECT_EQ(D.cuMemcpyPeer(B, Other, A, Context, 8), Success);
  EXPECT_EQ(D.cuCtxSynchronize(), Success);
  EXPECT_EQ(D.cuMemFree_v2(B), Success);
  ASSERT_EQ(D.cuCtxPopCurrent_v2(&Seen), Success);
  EXPECT_EQ(Seen, Other);
  std::thread([&] {
    DevicePointer Never = 0;
    EXPECT_EQ(D.cuMemAlloc_v2(&Never, 8), InvalidContext);
    expectViolation("no context is current");
  }).join();
  EXPECT_EQ(D.cuMemFree_v2(A), Success);
  EXPECT_EQ(D.cuStreamDestroy_v2(Stream), Success);
  EXPECT_EQ(D.cuDevicePrimaryCtxRelease_v2(1), Success);
  EXPECT_EQ(D.cuCtxPushCurrent_v2(Other), InvalidContext);
  expectViolation("is destroyed");
}

TEST_F(StandinTest, FindsWhatIsLeft) {
  Handle Other = nullptr;
  ASSERT_EQ(D.cuDevicePrimaryCtxRetain(&Other, 1), Success);
  ASSERT_EQ(D.cuCtxPushCurrent_v2(Other), Success);
  allocate(24);
  ASSERT_EQ(D.cuCtxPopCurrent_v2(nullptr), Success);
  EXPECT_EQ(D.cuDevicePrimaryCtxRelease_v2(1), Success);
  expectViolation("device 1: its context goes with 24 bytes");
}

TEST_F(StandinTest, MeasuresTimes) {
  Handle Begin = nullptr, End = nullptr, Stream = createStream();
  ASSERT_EQ(D.cuEventCreate(&Begin, 0), Success);
  ASSERT_EQ(D.cuEventCreate(&End, 0), Success);
  float Milliseconds = -1;
  EXPECT_EQ(D.cuEventElapsedTime(&Milliseconds, Begin, End), InvalidHandle);
  EXPECT_EQ(D.cuEventRecord(Begin, Stream), Success);
  EXPECT_EQ(D.cuEventRecord(End, Stream), Success);
  EXPECT_EQ(D.cuEventSynchronize(End), Success);
  EXPECT_EQ(D.cuEventQuery(Begin), Success);
  EXPECT_EQ(D.cuEventElapsedTime(&Milliseconds, Begin, End), Success);
  EXPECT_GE(Milliseconds, 0);
  EXPECT_EQ(D.cuEventDestroy_v2(Begin), Success);
  EXPECT_EQ(D.cuEventDestroy_v2(End), Success);
  EXPECT_EQ(D.cuEventDestroy_v2(End), InvalidHandle);
  expectViolation("is destroyed");
  EXPECT_EQ(D.cuStreamDestroy_v2(Stream), Success);
}

TEST_F(StandinTest, RegistersMemoryOfTheHost) {
  std::vector<char> Memory(4096);
  EXPECT_EQ(D.cuMemHostRegister_v2(Memory.data(), 4096, 0), Success);
  EXPECT_EQ(D.cuMemHostRegister_v2(Memory.data() + 8, 8, 0),
            HostMemoryAlreadyRegistered);
  DevicePointer A = allocate(8192);
  std::vector<char> Longer(8192);
  EXPECT_EQ(D.cuMemcpyDtoH_v2(Memory.data() + 4000, A, 200), InvalidValue);
  expectViolation("a part of the host's memory is the driver's");
  EXPECT_EQ(D.cuMemHostUnregister(Memory.data()), Success);
  EXPECT_EQ(D.cuMemHostUnregister(Memory.data()), HostMemoryNotRegistered);
  EXPECT_EQ(D.cuMemFree_v2(A), Success);
}

TEST_F(StandinTest, MapsMemoryAtAnAddress) {
  constexpr size_t Size = 4 << 20;
  AllocationProperties Properties = {};
  Properties.Type = AllocationPinned;
  Properties.Location = {LocationDevice, 0};
  DevicePointer Place = 0;
  AllocationHandle Memory = 0;
  ASSERT_EQ(D.cuMemAddressReserve(&Place, Size, 0, 0, 0), Success);
  ASSERT_EQ(D.cuMemCreate(&Memory, Size, &Properties, 0), Success);
  ASSERT_EQ(D.cuMemMap(Place, Size, 0, Memory, 0), Success);
  EXPECT_EQ(D.cuMemsetD8_v2(Place, 0, 8), InvalidValue);
  expectViolation("8 bytes at"); // Nobody was given access.
  AccessDescription Access = {{LocationDevice, 0}, AccessReadWrite};
  ASSERT_EQ(D.cuMemSetAccess(Place, Size, &Access, 1), Success);
  EXPECT_EQ(D.cuMemRelease(Memory), Success);
  EXPECT_EQ(D.cuMemsetD8_v2(Place + Size - 8, 0, 8), Success);
  EXPECT_EQ(D.cuCtxSynchronize(), Success);
  EXPECT_EQ(D.cuMemAddressFree(Place, Size), InvalidValue);
  expectViolation("memory is mapped there");
  EXPECT_EQ(D.cuMemUnmap(Place, Size), Success);
  EXPECT_EQ(D.cuMemAddressFree(Place, Size), Success);
  EXPECT_EQ(D.cuMemRelease(Memory), InvalidValue);
  expectViolation("there is no such allocation");
}

TEST_F(StandinTest, RefusesImagesOfOthers) {
  Handle Module = nullptr;
  char Log[256] = "";
  JitOption Options[] = {JitErrorLog, JitErrorLogSize};
  void *Values[] = {Log, reinterpret_cast<void *>(sizeof(Log))};
  auto Load = [&](const char *Image) {
    Values[1] = reinterpret_cast<void *>(sizeof(Log));
    return D.cuModuleLoadDataEx(&Module, Image, 2, Options, Values);
  };
  EXPECT_EQ(Load("something"), InvalidPtx);
  EXPECT_EQ(Load(".version 9.0\n.target sm_90\n"), UnsupportedPtxVersion);
  EXPECT_THAT(Log, HasSubstr("current version is '8.4'"));
  EXPECT_EQ(Load(".version 8.0\n.target sm_100\n"), NoBinaryForGpu);
  EXPECT_THAT(Log, HasSubstr("sm_100"));
}

constexpr char Ptx[] = R"(.version 7.8
.target sm_80
.address_size 64
.visible .global .align 8 .u64 counter = 40;
.visible .global .align 4 .b8 zeros[100];
.visible .entry add(.param .u64 a, .param .align 4 .b8 b[12])
.maxntid 128, 1, 1
{
  .shared .align 4 .b8 mine[4000];
  .reg .u64 %p;
  .reg .u32 %v;
  ld.param.u64 %p, [a];
  ld.shared.u32 %v, [mine];
  st.global.u32 [%p], %v;
  ret;
}
)";

TEST_F(StandinTest, LinksAndLoadsCubins) {
  char Log[512] = "";
  JitOption Options[] = {JitErrorLog, JitErrorLogSize};
  void *Values[] = {Log, reinterpret_cast<void *>(sizeof(Log))};
  Handle Linker = nullptr;
  ASSERT_EQ(D.cuLinkCreate_v2(2, Options, Values, &Linker), Success);
  std::string Text = Ptx;
  Result R = D.cuLinkAddData_v2(Linker, InputPtx, Text.data(), Text.size() + 1,
                                "test", 0, nullptr, nullptr);
  if (R == JitCompilerNotFound) {
    EXPECT_EQ(D.cuLinkDestroy(Linker), Success);
    GTEST_SKIP() << "there is no ptxas";
  }
  ASSERT_EQ(R, Success) << Log;
  void *Cubin = nullptr;
  size_t Bytes = 0;
  ASSERT_EQ(D.cuLinkComplete(Linker, &Cubin, &Bytes), Success);
  Handle Module = nullptr;
  ASSERT_EQ(D.cuModuleLoadDataEx(&Module, Cubin, 0, nullptr, nullptr), Success);
  EXPECT_EQ(D.cuLinkDestroy(Linker), Success);
  Handle Add = find(Module, "add");
  int Value = 0;
  EXPECT_EQ(D.cuFuncGetAttribute(&Value, FunctionMaxThreads, Add), Success);
  EXPECT_EQ(Value, 128);
  EXPECT_EQ(D.cuFuncGetAttribute(&Value, FunctionSharedBytes, Add), Success);
  EXPECT_EQ(Value, 4000);
  // Twenty bytes, which are no whole words.
  EXPECT_EQ(launch(Add, {1, 2, 3}), InvalidValue);
  expectViolation("24 bytes of parameters, the kernel takes 20");
  EXPECT_EQ(launch(Add, {1, 2, 3}, nullptr, 129), InvalidValue);
  expectViolation("blocks of up to 128 threads");
  DevicePointer Counter = 0;
  size_t Size = 0;
  int64_t Word = 0;
  ASSERT_EQ(D.cuModuleGetGlobal_v2(&Counter, &Size, Module, "counter"),
            Success);
  EXPECT_EQ(Size, 8u);
  EXPECT_EQ(D.cuMemcpyDtoH_v2(&Word, Counter, 8), Success);
  EXPECT_EQ(Word, 40);
  ASSERT_EQ(D.cuModuleGetGlobal_v2(&Counter, &Size, Module, "zeros"), Success);
  EXPECT_EQ(Size, 100u);
  EXPECT_EQ(D.cuModuleUnload(Module), Success);
}

TEST_F(StandinTest, TellsTheAssemblersMessages) {
  char Log[512] = "";
  JitOption Options[] = {JitErrorLog, JitErrorLogSize};
  void *Values[] = {Log, reinterpret_cast<void *>(sizeof(Log))};
  Handle Linker = nullptr;
  ASSERT_EQ(D.cuLinkCreate_v2(2, Options, Values, &Linker), Success);
  char Text[] = ".version 7.8\n.target sm_80\n.address_size 64\nnonsense\n";
  Result R = D.cuLinkAddData_v2(Linker, InputPtx, Text, sizeof(Text), "test", 0,
                                nullptr, nullptr);
  if (R != JitCompilerNotFound) {
    EXPECT_EQ(R, InvalidPtx);
    EXPECT_THAT(Log, HasSubstr("nonsense"));
  }
  EXPECT_EQ(D.cuLinkDestroy(Linker), Success);
}

TEST_F(StandinTest, IsUnknownToChildren) {
  const pid_t Child = fork();
  if (!Child) {
    DevicePointer Memory = 0;
    _exit(D.cuMemAlloc_v2(&Memory, 8) == NotInitialized &&
                  D.cuInit(0) == NotInitialized
              ? 0
              : 1);
  }
  int Status = -1;
  ASSERT_EQ(waitpid(Child, &Status, 0), Child);
  EXPECT_EQ(Status, 0);
}

TEST(StandinExitDeathTest, FailsAfterAViolation) {
  EXPECT_EXIT(
      {
        const Driver &D = Driver::get();
        D.cuDevicePrimaryCtxRelease_v2(7);
        std::exit(0);
      },
      testing::ExitedWithCode(99), "standin: cuDevicePrimaryCtxRelease_v2");
}

/// In a process that has not opened the driver yet.
[[noreturn]] void runAlone(const char *Setting, bool (*Test)(const Driver &)) {
  setenv("OMPJIT_STANDIN_FAIL", Setting, 1);
  const Driver &D = Driver::get();
  Handle Context = nullptr;
  const bool IsReady = D.cuInit(0) == Success &&
                       D.cuDevicePrimaryCtxRetain(&Context, 0) == Success &&
                       D.cuCtxSetCurrent(Context) == Success;
  std::exit(IsReady && Test(D) ? 0 : 1);
}

TEST(StandinInjectionDeathTest, FailsTheChosenCall) {
  EXPECT_EXIT(runAlone("cuMemAlloc_v2:2:2,cuMemFree_v2:1:1",
                       [](const Driver &D) {
                         DevicePointer A = 0, B = 0;
                         return D.cuMemAlloc_v2(&A, 8) == Success &&
                                D.cuMemAlloc_v2(&B, 8) == OutOfMemory &&
                                D.cuMemAlloc_v2(&B, 8) == Success &&
                                D.cuMemFree_v2(A) == InvalidValue &&
                                D.cuMemFree_v2(B) == Success;
                       }),
              testing::ExitedWithCode(0), "");
}

TEST(StandinInjectionDeathTest, KeepsErrorsThatStay) {
  EXPECT_EXIT(runAlone("cuCtxSynchronize:1:719",
                       [](const Driver &D) {
                         DevicePointer A = 0;
                         return D.cuMemAlloc_v2(&A, 8) == Success &&
                                D.cuCtxSynchronize() == LaunchFailed &&
                                D.cuCtxSynchronize() == LaunchFailed &&
                                D.cuMemFree_v2(A) == LaunchFailed;
                       }),
              testing::ExitedWithCode(0), "");
}

TEST(StandinInjectionDeathTest, CountsAllCalls) {
  EXPECT_EXIT(runAlone("*:5:999",
                       [](const Driver &D) {
                         DevicePointer A = 0;
                         return D.cuMemAlloc_v2(&A, 8) == Success &&
                                D.cuMemFree_v2(A) == Result(999) &&
                                D.cuMemFree_v2(A) == Success;
                       }),
              testing::ExitedWithCode(0), "");
}

} // namespace

// Each death test runs in a process that was started for it.
int main(int Argc, char **Argv) {
  testing::InitGoogleTest(&Argc, Argv);
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  return RUN_ALL_TESTS();
}
