//===- Profiles.cpp - Where choices are kept ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profiles.h"

#include "ompjit/Cache/DiskStore.h"
#include "ompjit/Cache/Key.h"
#include "ompjit/Jit/Settings.h"
#include "ompjit/Support/ProgramEnvironment.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace ompjit::tune {

tuning::Profile updated(tuning::Profile Old, const tuning::Profile &Measured) {
  tuning::merge(Old, Measured);
  std::erase_if(
      Old, [](const tuning::Choice &Each) { return Each.Chosen == Tuning(); });
  return Old;
}

Result<tuning::Profile> readProfile(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  if (!File && errno == ENOENT)
    return tuning::Profile();
  const std::string Text((std::istreambuf_iterator<char>(File)),
                         std::istreambuf_iterator<char>());
  if (!File)
    return Error("'" + Path + "' cannot be read: " + std::strerror(errno));
  Result<tuning::Profile> Read = tuning::parse(Text);
  if (!Read)
    return Read.takeError().context("'" + Path + "'");
  return Read;
}

Status writeProfile(const std::string &Path, const tuning::Profile &All) {
  const std::string New = Path + "." + std::to_string(::getpid());
  std::ofstream File(New, std::ios::binary);
  File << tuning::write(All);
  File.close();
  if (File && ::rename(New.c_str(), Path.c_str()) == 0)
    return Done{};
  const int Failure = errno;
  ::unlink(New.c_str());
  return Error("'" + Path + "' cannot be written: " + std::strerror(Failure));
}

Status updateCache(const tuning::Profile &Measured) {
  std::vector<std::string> Warnings;
  const jit::Settings Chosen =
      jit::Settings::fromEnvironment(programEnvironment(), Warnings);
  std::string Why;
  cache::DiskStore::Options Wanted;
  Wanted.Folder = Chosen.CacheDir;
  Wanted.LimitBytes = Chosen.CacheSizeBytes;
  Wanted.Notify = [&Why](cache::DiskStore::Severity, const std::string &What) {
    Why = What;
  };
  cache::DiskStore Store(std::move(Wanted));
  tuning::Profile Left = Measured;
  while (!Left.empty()) {
    const tuning::DeviceKind First = Left.front().Device;
    const auto IsOfFirst = [&First](const tuning::Choice &Each) {
      return Each.Device.Triple == First.Triple &&
             Each.Device.Arch == First.Arch;
    };
    tuning::Profile Here;
    std::copy_if(Left.begin(), Left.end(), std::back_inserter(Here), IsOfFirst);
    std::erase_if(Left, IsOfFirst);
    const std::string Fields = cache::profileFields(First.Triple, First.Arch);
    const cache::Key Key = cache::keyOf(Fields);
    tuning::Profile Old;
    if (std::optional<cache::StoredImage> Note = Store.readNote(Key))
      if (Result<tuning::Profile> Read =
              tuning::parse(std::string_view(Note->Payload)))
        Old = std::move(*Read);
    Store.replaceNote(Key, Fields,
                      tuning::write(updated(std::move(Old), Here)));
    if (!Store.readNote(Key))
      return Error("the choices are not in the cache: " +
                   (Why.empty() ? "no folder is known" : Why));
  }
  return Done{};
}

} // namespace ompjit::tune
