// Mappings that come and go while many are live:
// Life DIVISOR LIVE BYTES ascending|descending|random

#include "Timing.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

using namespace bench;

namespace {

using Buffers = std::vector<std::unique_ptr<char[]>>;

/// The order in which buffers are mapped, and in which they are removed.
std::vector<char *> inOrder(const Buffers &All, const std::string &Order) {
  std::vector<char *> Addresses;
  for (const auto &Each : All)
    Addresses.push_back(Each.get());
  std::sort(Addresses.begin(), Addresses.end());
  if (Order == "descending")
    std::reverse(Addresses.begin(), Addresses.end());
  if (Order != "random")
    return Addresses;
  uint64_t State = 1;
  for (size_t I = Addresses.size(); I > 1; --I) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    std::swap(Addresses[I - 1], Addresses[(State >> 33) % I]);
  }
  return Addresses;
}

void bringTo(char *Buffer, size_t Bytes) {
#pragma omp target enter data map(to : Buffer[0 : Bytes])
}

void bringBack(char *Buffer, size_t Bytes) {
#pragma omp target exit data map(from : Buffer[0 : Bytes])
}

void allocate(char *Buffer, size_t Bytes) {
#pragma omp target enter data map(alloc : Buffer[0 : Bytes])
}

void remove(char *Buffer, size_t Bytes) {
#pragma omp target exit data map(delete : Buffer[0 : Bytes])
}

template <typename Body>
double timeAll(const std::vector<char *> &Addresses, Body Operation) {
  double Start = nowNs();
  for (char *Each : Addresses)
    Operation(Each);
  return (nowNs() - Start) / double(Addresses.size());
}

} // namespace

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
  const int Live = scaled(std::atoi(Arguments[2]));
  const size_t Bytes = size_t(std::atoi(Arguments[3]));
  Buffers All;
  for (int I = 0; I < Live; ++I)
    All.push_back(std::make_unique<char[]>(Bytes));
  const std::vector<char *> Addresses = inOrder(All, Arguments[4]);
  // The first construct starts the device.
  bringTo(Addresses[0], Bytes);
  bringBack(Addresses[0], Bytes);

  report("create-to", timeAll(Addresses, [&](char *B) { bringTo(B, Bytes); }));
  // Each leaves and comes back among all the others.
  report("replace", timeAll(Addresses, [&](char *B) {
           remove(B, Bytes);
           allocate(B, Bytes);
         }));
  report("remove-from",
         timeAll(Addresses, [&](char *B) { bringBack(B, Bytes); }));
  report("create-alloc",
         timeAll(Addresses, [&](char *B) { allocate(B, Bytes); }));
  report("remove-delete",
         timeAll(Addresses, [&](char *B) { remove(B, Bytes); }));
  return 0;
}
