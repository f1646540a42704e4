//===- tiers.h - Seeing what the background has done ----------------------===//

#ifndef TIERS_H
#define TIERS_H

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

/// Waits until the cache folder has so many images, and a little longer: the
/// process that stored one has it ready then.
inline void waitForImages(long Number) {
  using namespace std::chrono_literals;
  const std::filesystem::path Folder = std::getenv("OMP_JIT_CACHE_DIR");
  auto Count = [&] {
    long Found = 0;
    std::error_code Ignored;
    for (auto &Each :
         std::filesystem::recursive_directory_iterator(Folder, Ignored))
      Found += Each.path().extension() == ".img";
    return Found;
  };
  for (int Tries = 0; Count() < Number; ++Tries) {
    if (Tries == 60000) {
      std::puts("there are no such images");
      std::abort();
    }
    std::this_thread::sleep_for(1ms);
  }
  std::this_thread::sleep_for(50ms);
}

#endif
