//===- cuda-search.cpp - Runs a kernel that comes from CUDA sources -------===//
//
//   cuda-search HOW FRAGMENT...
//
// HOW is a combination of words with commas between: `plain`, `cooperative`,
// `few` and `wrong` (arguments that do not fit), `entry=NAME`, and link
// options. On the stand-in for NVIDIA's driver the kernel does nothing.
//
//===----------------------------------------------------------------------===//

#include <ompjit/Fragments/AlgorithmPlanner.h>

#include "cuda-search.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

using namespace ompjit;

static LauncherJitCache Cache;

static std::shared_ptr<const FragmentEntry> load(const std::string &Path) {
  std::ifstream In(Path, std::ios::binary);
  return std::make_shared<BytesFragmentEntry>(
      std::string(std::istreambuf_iterator<char>(In), {}),
      Path.substr(Path.rfind('/') + 1));
}

static void run(const std::string &How, char **Paths) {
  std::string Entry = "search";
  std::vector<std::string> Options;
  bool IsCooperative = false, HasFew = false, IsWrong = false;
  std::istringstream Words(How);
  for (std::string Word; std::getline(Words, Word, ',');) {
    IsCooperative |= Word == "cooperative";
    HasFew |= Word == "few";
    IsWrong |= Word == "wrong";
    if (Word.rfind("entry=", 0) == 0)
      Entry = Word.substr(6);
    if (Word[0] == '-')
      Options.push_back(Word);
  }
  AlgorithmPlanner Planner(Entry, Cache);
  for (; *Paths; ++Paths)
    Planner.add_fragment(load(*Paths));
  for (const std::string &Each : Options)
    Planner.add_link_option(Each);
  const AlgorithmLauncher &Search = Planner.get_launcher();
  const LaunchConfig Config = {{2, 3, 4}, {8, 4, 2}, 512, {}};
  const Pair With = {1.5, 2.5f};
  const Vector Four = {{1, 2, 3, 4}};
  const float *Data = nullptr;
  float *Best = reinterpret_cast<float *>(0x1122334455667788);
  if (HasFew)
    Search.dispatch<void(const float *, int)>(Config, Data, 7);
  else if (IsWrong)
    Search.dispatch<void(const float *, int, int, Pair, Vector, bool, float *)>(
        Config, Data, 7, 99, With, Four, true, Best);
  else if (IsCooperative)
    Search.dispatch_cooperative<void(const float *, int, char, Pair, Vector,
                                     bool, float *)>(Config, Data, 7, 'c', With,
                                                     Four, true, Best);
  else
    Search
        .dispatch<void(const float *, int, char, Pair, Vector, bool, float *)>(
            Config, Data, 7, 'c', With, Four, true, Best);
  std::puts("launched");
}

int main(int, char **Arguments) {
  try {
    run(Arguments[1], Arguments + 2);
  } catch (const FragmentError &E) {
    std::puts(E.what());
  }
}
