//===- FakeDriver.cpp - A driver for unit tests ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeDriver.h"

#include <cstdlib>
#include <cstring>
#include <map>

namespace ompjit::cuda {

static FakeDriver *TheFake = nullptr;

FakeDriver &FakeDriver::get() { return *TheFake; }

Result FakeDriver::note(const char *Name) {
  ++Calls[Name];
  const auto At = Failures.find(Name);
  return At == Failures.end() ? Result::Success : At->second;
}

namespace {

template <typename T> T *handle() {
  static uintptr_t Last = 0x1000;
  return reinterpret_cast<T *>(Last += 16);
}

void *pointer(DevicePointer Place) { return reinterpret_cast<void *>(Place); }

/// A function of the driver that only counts its calls.
template <typename... Parameters> struct Plain {
  template <const char *Name> static Result call(Parameters...) {
    return TheFake->note(Name);
  }
};

#define OMPJIT_CUDA_FUNCTION(Member, Name, Since, Parameters)                  \
  constexpr char Member##Name[] = #Member;
#include "DriverFunctions.def"
#undef OMPJIT_CUDA_FUNCTION

template <const char *Name, typename... Parameters>
void fill(Result (*&Member)(Parameters...)) {
  Member = Plain<Parameters...>::template call<Name>;
}

void fillMemory(Driver &D) {
  D.MemAlloc = [](DevicePointer *Address, size_t Bytes) {
    const Result R = TheFake->note("MemAlloc");
    if (R == Result::Success) {
      *Address = reinterpret_cast<DevicePointer>(
          std::aligned_alloc(256, (Bytes + 255) / 256 * 256));
      TheFake->Live.insert(pointer(*Address));
    }
    return R;
  };
  D.MemFree = [](DevicePointer Address) {
    std::free(pointer(Address));
    TheFake->Live.erase(pointer(Address));
    return TheFake->note("MemFree");
  };
  D.MemHostAlloc = [](void **Address, size_t Bytes, unsigned) {
    *Address = std::malloc(Bytes);
    TheFake->Live.insert(*Address);
    return TheFake->note("MemHostAlloc");
  };
  D.MemFreeHost = [](void *Address) {
    std::free(Address);
    TheFake->Live.erase(Address);
    return TheFake->note("MemFreeHost");
  };
  D.MemcpyHtoDAsync = [](DevicePointer To, const void *From, size_t Bytes,
                         Stream *) {
    const Result R = TheFake->note("MemcpyHtoDAsync");
    if (R == Result::Success)
      std::memcpy(pointer(To), From, Bytes);
    return R;
  };
  D.MemcpyDtoHAsync = [](void *To, DevicePointer From, size_t Bytes, Stream *) {
    const Result R = TheFake->note("MemcpyDtoHAsync");
    if (R == Result::Success)
      std::memcpy(To, pointer(From), Bytes);
    return R;
  };
  D.MemsetD8Async = [](DevicePointer Address, unsigned char Byte, size_t Count,
                       Stream *) {
    const Result R = TheFake->note("MemsetD8Async");
    if (R == Result::Success)
      std::memset(pointer(Address), Byte, Count);
    return R;
  };
}

void fillDevice(Driver &D) {
  D.GetErrorName = [](Result Code, const char **Text) {
    *Text = Code == Result::IllegalAddress ? "CUDA_ERROR_ILLEGAL_ADDRESS"
            : Code == Result::NotFound     ? "CUDA_ERROR_NOT_FOUND"
                                           : "CUDA_ERROR_OUT_OF_MEMORY";
    return Result::Success;
  };
  D.GetErrorString = [](Result Code, const char **Text) {
    *Text = Code == Result::IllegalAddress
                ? "an illegal memory access was encountered"
            : Code == Result::NotFound ? "named symbol not found"
                                       : "out of memory";
    return Result::Success;
  };
  D.DeviceGetCount = [](int *Count) {
    *Count = 2;
    return TheFake->note("DeviceGetCount");
  };
  D.DeviceGet = [](DeviceHandle *Device, int Ordinal) {
    *Device = Ordinal;
    return TheFake->note("DeviceGet");
  };
  D.DeviceGetAttribute = [](int *Value, DeviceAttribute Which, DeviceHandle) {
    const std::map<DeviceAttribute, int> Values = {
        {DeviceAttribute::ComputeMajor, TheFake->Capability / 10},
        {DeviceAttribute::ComputeMinor, TheFake->Capability % 10},
        {DeviceAttribute::Processors, 4},
        {DeviceAttribute::WarpSize, 32},
        {DeviceAttribute::ThreadsPerProcessor, 2048},
        {DeviceAttribute::BlocksPerProcessor, 32},
        {DeviceAttribute::MaxGridX, 0x7fffffff},
        {DeviceAttribute::SharedBytesPerBlock, 48 << 10},
        {DeviceAttribute::SharedBytesPerBlockOptIn, 200 << 10},
    };
    const auto At = Values.find(Which);
    *Value = At == Values.end() ? 0 : At->second;
    return TheFake->note("DeviceGetAttribute");
  };
  D.DevicePrimaryCtxRetain = [](Context **New, DeviceHandle Device) {
    *New = reinterpret_cast<Context *>(uintptr_t(0x100 + Device));
    return TheFake->note("DevicePrimaryCtxRetain");
  };
  D.CtxGetCurrent = [](Context **Now) {
    *Now = TheFake->Current;
    return TheFake->note("CtxGetCurrent");
  };
  D.CtxSetCurrent = [](Context *New) {
    TheFake->Current = New;
    return TheFake->note("CtxSetCurrent");
  };
  D.CtxSetLimit = [](Limit Which, size_t Value) {
    TheFake->Limits.emplace_back(Which, Value);
    return TheFake->note("CtxSetLimit");
  };
  D.StreamCreate = [](Stream **New, unsigned) {
    *New = handle<Stream>();
    return TheFake->note("StreamCreate");
  };
  D.EventCreate = [](Event **New, unsigned) {
    *New = handle<Event>();
    return TheFake->note("EventCreate");
  };
}

void fillKernels(Driver &D) {
  D.ModuleGetFunction = [](Function **Found, Module *, const char *) {
    *Found = handle<Function>();
    return TheFake->note("ModuleGetFunction");
  };
  D.ModuleGetGlobal = [](DevicePointer *Address, size_t *Bytes, Module *,
                         const char *Name) {
    const auto At = TheFake->Globals.find(Name);
    if (At == TheFake->Globals.end())
      return Result::NotFound;
    *Address = reinterpret_cast<DevicePointer>(At->second.data());
    *Bytes = At->second.size();
    return TheFake->note("ModuleGetGlobal");
  };
  D.FuncGetAttribute = [](int *Value, FunctionAttribute Which, Function *) {
    const std::map<FunctionAttribute, uint32_t> Values = {
        {FunctionAttribute::MaxThreadsPerBlock, TheFake->LargestBlock},
        {FunctionAttribute::SharedBytes, TheFake->StaticSharedBytes},
        {FunctionAttribute::Registers, TheFake->Registers},
        {FunctionAttribute::LocalBytes, TheFake->LocalBytes}};
    *Value = int(Values.at(Which));
    return TheFake->note("FuncGetAttribute");
  };
  D.OccupancyMaxActiveBlocksPerMultiprocessor = [](int *Blocks, Function *, int,
                                                   size_t) {
    *Blocks = TheFake->Occupancy;
    return TheFake->note("Occupancy");
  };
  D.LaunchKernel = [](Function *, unsigned GridX, unsigned, unsigned,
                      unsigned BlockX, unsigned, unsigned, unsigned SharedBytes,
                      Stream *Queue, void **, void **Extra) {
    const Result R = TheFake->note("LaunchKernel");
    FakeLaunch New = {GridX, BlockX, SharedBytes, Queue, {}, false};
    if (Extra) {
      New.Words.resize(*static_cast<size_t *>(Extra[3]) / sizeof(uint64_t));
      std::memcpy(New.Words.data(), Extra[1],
                  New.Words.size() * sizeof(uint64_t));
    }
    TheFake->Launches.push_back(std::move(New));
    if (R == Result::Success && TheFake->OnLaunch)
      TheFake->OnLaunch();
    return R;
  };
  D.LaunchCooperativeKernel = [](Function *, unsigned GridX, unsigned, unsigned,
                                 unsigned BlockX, unsigned, unsigned,
                                 unsigned SharedBytes, Stream *Queue,
                                 void **Parameters) {
    FakeLaunch New = {GridX, BlockX, SharedBytes, Queue, {}, true};
    for (size_t I = 0; I != TheFake->NumParameters; ++I)
      New.Words.push_back(*static_cast<uint64_t *>(Parameters[I]));
    TheFake->Launches.push_back(std::move(New));
    return TheFake->note("LaunchCooperativeKernel");
  };
  D.LaunchKernelEx = [](const LaunchConfiguration *Config, Function *, void **,
                        void **Extra) {
    FakeLaunch New = {Config->GridX,
                      Config->BlockX,
                      Config->SharedBytes,
                      Config->Queue,
                      {},
                      Config->NumAttributes == 1 &&
                          Config->Attributes->Id == 2 &&
                          Config->Attributes->IsCooperative == 1};
    const auto *Words = static_cast<const uint64_t *>(Extra[1]);
    New.Words.assign(Words, Words + *static_cast<size_t *>(Extra[3]) / 8);
    TheFake->Launches.push_back(std::move(New));
    return TheFake->note("LaunchKernelEx");
  };
}

} // namespace

FakeDriver::FakeDriver() {
  TheFake = this;
#define OMPJIT_CUDA_FUNCTION(Member, Name, Since, Parameters)                  \
  fill<Member##Name>(Table.Member);
#include "DriverFunctions.def"
#undef OMPJIT_CUDA_FUNCTION
  fillDevice(Table);
  fillMemory(Table);
  fillKernels(Table);
  Table.Version = 12040;
}

/// The memory of a context that was lost is freed here.
FakeDriver::~FakeDriver() {
  for (void *Each : Live)
    std::free(Each);
  TheFake = nullptr;
}

} // namespace ompjit::cuda
