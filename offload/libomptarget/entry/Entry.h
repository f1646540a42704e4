//===- Entry.h - The edge: what all entry points share --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one Runtime of the process, the choice between device and host, and the
// only place that prints and ends the program.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_ENTRY_ENTRY_H
#define OMPJIT_LIBOMPTARGET_ENTRY_ENTRY_H

#include "device/Runtime.h"

#include "ompjit/Abi.h"
#include "ompjit/Support/Result.h"

#include <cstdint>

/// Marks functions that programs call.
#define OMPJIT_EXPORT extern "C" [[gnu::visibility("default")]]

namespace ompjit {

/// Made at the first call and never destroyed: programs use devices until the
/// very end, from atexit handlers and destructors too.
Runtime &runtime();

/// Completes what the runtime and its observers write. To be called once, at
/// exit.
void finishRuntime();

/// omp_get_num_devices, which is also the number of the host. Returns 0 and
/// opens no plugin if OMP_TARGET_OFFLOAD is disabled.
int deviceCount();

/// Prints the diagnostic. A \p DeviceId below 0 means that it concerns no
/// device.
void printDiagnostic(const char *Severity, const Error &,
                     const ident_t *Location, int DeviceId);

/// Prints the diagnostic and aborts. A \p DeviceId below 0 means that it
/// concerns no device.
[[noreturn]] void failProgram(const Error &, const ident_t *Location,
                              int DeviceId);

/// Decides where a construct runs. \p DeviceId is as the compiler passes it: -1
/// is the default device. Returns the device, ready for use, or null for the
/// host; ends the program if it may run on neither.
Device *route(int64_t DeviceId, const ident_t *Location);

/// Warns if no library with device code is registered although a region asks
/// for a device: another linker has dropped the code. Looks only once, at the
/// first region that runs on the host.
void tellOfRegionWithoutCode(const ident_t *Location);

/// Like route() for a number that a program passes to a routine, where no
/// number means the default device.
Device *routeExact(int DeviceId);

/// Makes the observers that the user asks for. \p Trace, unless it is null,
/// receives what all of the runtime does; \p PrintLine receives whole lines.
void addObservers(Runtime &, const RuntimeSettings &, TraceFile *Trace,
                  void (*PrintLine)(const std::string &));

/// Completes their files. To be called when the runtime has finished.
void finishObservers();

/// Tells observers that the program fails because of the construct at \p
/// Location.
void observeFailure(const ident_t *Location);

/// Lets an OMPT tool observe the runtime, if libomp has one. Must not be called
/// while libomp starts, because it does not know the tool yet.
void connectTool();

/// Whether an OMPT tool observes the program.
bool isWatched();

/// Lets observers see the routine that the program called; see
/// OMPJIT_OBSERVE_ROUTINE.
ConstructScope observeRoutine(const char *Name, int DeviceId,
                              const void *CodeAddress);

} // namespace ompjit

/// The first line of a routine that works on a device.
#define OMPJIT_OBSERVE_ROUTINE(DeviceId)                                       \
  ConstructScope Observed =                                                    \
      observeRoutine(__func__, DeviceId, __builtin_return_address(0))

#endif // OMPJIT_LIBOMPTARGET_ENTRY_ENTRY_H
