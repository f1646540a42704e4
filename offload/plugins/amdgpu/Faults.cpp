//===- Faults.cpp - Memory that a GPU may not reach -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Faults.h"

#include "Call.h"

#include "ompjit/Support/Mutex.h"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace ompjit::amdgpu {

namespace {

/// The runtime accepts one handler for all GPUs.
class Watch {
public:
  static Watch &get() {
    // Never destroyed, because the runtime's threads outlive the program's.
    static Watch &Only = *new Watch;
    return Only;
  }

  int add(ompjit_device &Device, ompjit_error *Error) {
    MutexLock Lock(Guard);
    if (!IsHandling) {
      Call In(Device, Error);
      if (!In)
        return 1;
      if (int Failed =
              In.check(Device.H.HandleEvents(handle, this),
                       "cannot learn of faults on GPU %d", Device.Ordinal))
        return Failed;
      IsHandling = true;
    }
    Devices.push_back(&Device);
    return 0;
  }

  void remove(ompjit_device &Device) {
    MutexLock Lock(Guard);
    std::erase(Devices, &Device);
  }

private:
  static Status handle(const SystemEvent *Event, void *Context) {
    if (Event->Type == EventType::MemoryFault)
      static_cast<Watch *>(Context)->note(*Event);
    return Status::Success;
  }

  void note(const SystemEvent &Event) {
    constexpr struct {
      uint32_t Bit;
      const char *Text;
    } Reasons[] = {
        {1u << 0, "no memory is there"},
        {1u << 1, "the memory is read-only"},
        {1u << 2, "the memory holds no code"},
        {1u << 3, "the memory is the host's alone"},
        {1u << 4, "memory lost its content"},
        {1u << 6, "a register lost its content"},
        {1u << 31, "the GPU hung and was reset"},
    };
    char Place[64];
    std::snprintf(Place, sizeof(Place), "memory fault at 0x%llx",
                  static_cast<unsigned long long>(Event.Fault.Address));
    std::string What = Place;
    for (const auto &Each : Reasons)
      if (Event.Fault.Reasons & Each.Bit)
        What += std::string(": ") + Each.Text;
    MutexLock Lock(Guard);
    for (ompjit_device *Each : Devices)
      if (Each->Gpu.Handle == Event.Fault.Gpu.Handle)
        breakDevice(*Each, What);
  }

  Mutex Guard;
  bool IsHandling OMPJIT_GUARDED_BY(Guard) = false;
  std::vector<ompjit_device *> Devices OMPJIT_GUARDED_BY(Guard);
};

} // namespace

int watchFaults(ompjit_device &Device, ompjit_error *Error) {
  return Watch::get().add(Device, Error);
}

void forgetFaults(ompjit_device &Device) { Watch::get().remove(Device); }

} // namespace ompjit::amdgpu
