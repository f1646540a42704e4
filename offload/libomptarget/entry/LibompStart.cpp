//===- LibompStart.cpp - Whether libomp has to start ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibompStart.h"

#include "Libomp.h"
#include "support/LibompVariables.h"
#include "support/LoaderLock.h"

#include "ompjit/Support/ProgramEnvironment.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>
#include <optional>
#include <string>
#include <string_view>
#include <strings.h>
#include <sys/single_threaded.h>
#include <thread>
#include <unistd.h>

using namespace ompjit;

namespace {

constexpr int Unknown = -1;

bool hasNotStarted() { return __kmpc_global_num_threads(nullptr) == 0; }

/// Returns the policy of a value of OMP_TARGET_OFFLOAD, or nothing if libomp
/// would print a message about the value.
std::optional<OffloadPolicy> parsePolicy(const char *Value) {
  if (!Value || strcasecmp(Value, "default") == 0)
    return OffloadPolicy::Default;
  if (strcasecmp(Value, "mandatory") == 0)
    return OffloadPolicy::Mandatory;
  if (strcasecmp(Value, "disabled") == 0)
    return OffloadPolicy::Disabled;
  return std::nullopt;
}

constexpr const char *PolicyVariable = "OMP_TARGET_OFFLOAD";

/// Whether the environment has settings other than the one that is handled
/// here and those that can wait.
bool environmentHasSettings() {
  for (char **Each = environ; Each && *Each; ++Each) {
    std::string_view Variable = *Each;
    if (!Variable.starts_with("KMP_") && !Variable.starts_with("OMP_"))
      continue;
    const size_t End = std::min(Variable.find('='), Variable.size());
    const std::string_view Name = Variable.substr(0, End);
    const std::string_view Value =
        Variable.substr(std::min(End + 1, Variable.size()));
    if (!Name.starts_with("OMP_JIT_") && Name != PolicyVariable &&
        !canWaitForLibomp(Name, Value))
      return true;
  }
  return !parsePolicy(getenv(PolicyVariable));
}

/// Whether an object of the program other than libomp defines the function by
/// which tools register. libomp's own definition searches for the next one, so
/// all definitions are counted, and two mean that there is a tool.
bool programHasTool() {
  void *Program = dlopen(nullptr, RTLD_LAZY);
  link_map *First = nullptr;
  if (!Program || dlinfo(Program, RTLD_DI_LINKMAP, &First) != 0)
    return true;
  const void *One = nullptr;
  bool Several = false;
  for (link_map *Each = First; Each && !Several; Each = Each->l_next) {
    void *Object =
        dlopen(Each == First ? nullptr : Each->l_name, RTLD_LAZY | RTLD_NOLOAD);
    if (!Object)
      continue;
    const void *Starter = dlsym(Object, "ompt_start_tool");
    Several = One && Starter && Starter != One;
    One = Starter ? Starter : One;
    dlclose(Object);
  }
  dlclose(Program);
  return Several;
}

/// Concurrent threads may call \p Find several times. There is no lock, because
/// a fork meanwhile would leave it locked in the child for ever. The dynamic
/// linker's lock comes first, because \p Find uses the linker or starts libomp,
/// which uses it.
template <typename Function>
int findOnce(std::atomic<int> &Known, Function Find) {
  int Value = Known.load(std::memory_order_relaxed);
  if (Value == Unknown) [[unlikely]] {
    withLoaderLock([&] { Value = Find(); });
    Known.store(Value, std::memory_order_relaxed);
  }
  return Value;
}

} // namespace

bool ompjit::libompMaySleep() {
  static std::atomic<int> Known = Unknown;
  return findOnce(Known, [] {
    return hasNotStarted() && !environmentHasSettings() && !programHasTool();
  });
}

/// If an OMPT tool is active, libomp asks for the number of devices while it
/// starts, and so calls this again.
OffloadPolicy ompjit::offloadPolicy() {
  static std::atomic<int> Known = Unknown;
  return OffloadPolicy(findOnce(Known, [] {
    if (libompMaySleep())
      if (auto Policy = parsePolicy(getenv(PolicyVariable)))
        return int(*Policy);
    return __kmpc_get_target_offload();
  }));
}

bool ompjit::libompSleeps() { return libompMaySleep() && hasNotStarted(); }

void ompjit::limitHelperThreads() {
  // libomp's number, whatever the machine. Two regions can wait for each other.
  constexpr unsigned Usual = 8, Least = 2;
  const unsigned Processors = std::thread::hardware_concurrency();
  if (Processors == 0 || Processors >= Usual || !__libc_single_threaded ||
      !hasNotStarted())
    return;
  ::setenv("LIBOMP_NUM_HIDDEN_HELPER_THREADS",
           std::to_string(std::max(Processors, Least)).c_str(),
           /*overwrite=*/0);
}

void ompjit::withholdFilesFromLibomp() {
  if (!hasRaisedPrivileges())
    return;
  for (const char *Name :
       {"KMP_CPUINFO_FILE", "OMP_TOOL_LIBRARIES", "OMP_TOOL_VERBOSE_INIT"})
    ::unsetenv(Name);
}
