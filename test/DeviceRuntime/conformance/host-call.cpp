// A kernel calls functions of the host: all threads at once, some lanes of a warp, from generic and SPMD kernels, with no data and with more
// than fits into a slot; the function gets a copy of the data, and the kernel the result.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <omp.h>
#include <stddef.h>

extern "C" unsigned long long __llvm_omp_host_call(void *Function, void *Data,
                                                   size_t Bytes);
#pragma omp declare target to(__llvm_omp_host_call) device_type(any)

namespace {

struct Place {
  int Team, Thread;
};

struct Large {
  int Values[500];
  char End[3];
};

constexpr int Teams = 3, Threads = 96;

// Of the host.
int Seen[Teams][Threads];
int Count;
int OnADevice, Unaligned;

unsigned long long note(void *Data) {
  OnADevice += !omp_is_initial_device();
  Place &Given = *static_cast<Place *>(Data);
  ++Seen[Given.Team][Given.Thread];
  const auto Result =
      0x100000000ull * (unsigned(Given.Team) + 1) + unsigned(Given.Thread);
  Given.Team = Given.Thread = -1; // A copy.
  return Result;
}

unsigned long long count(void *) { return (unsigned long long)++Count; }

unsigned long long sum(void *Data) {
  Unaligned += reinterpret_cast<size_t>(Data) % 16 != 0;
  const Large &Given = *static_cast<const Large *>(Data);
  unsigned long long Sum = 0;
  for (int Each : Given.Values)
    Sum += (unsigned long long)Each;
  for (char Each : Given.End)
    Sum += (unsigned long long)Each;
  return Sum;
}

/// A function may use devices itself, and call the host there.
unsigned long long onDevice(void *Data) {
  int Value = *static_cast<int *>(Data);
  void *Counting = reinterpret_cast<void *>(count);
#pragma omp target map(tofrom : Value) firstprivate(Counting)                  \
    device(omp_get_initial_device())
  Value = 2 * Value + int(__llvm_omp_host_call(Counting, nullptr, 0));
  return (unsigned long long)Value;
}

} // namespace

int main() {
  void *Note = reinterpret_cast<void *>(note), *Counting = (void *)count,
       *Sum = (void *)sum, *OnDevice = (void *)onDevice;
  int Wrong = 0;
  for (int Turn = 0; Turn < 2; ++Turn)
#pragma omp target teams num_teams(Teams) thread_limit(Threads)                \
    reduction(+ : Wrong) firstprivate(Note)
#pragma omp parallel num_threads(Threads) reduction(+ : Wrong)
  {
    Place Mine = {omp_get_team_num(), omp_get_thread_num()};
    const auto Wanted =
        0x100000000ull * (unsigned(Mine.Team) + 1) + unsigned(Mine.Thread);
    Wrong += __llvm_omp_host_call(Note, &Mine, sizeof(Mine)) != Wanted;
    Wrong += Mine.Team != omp_get_team_num();
  }
  expect("results", Wrong, 0);
  int Missed = 0;
  for (auto &Team : Seen)
    for (int Each : Team)
      Missed += Each != 2;
  if (Missed) // The host device has fewer threads.
    Missed = Seen[0][0] < 2;
  expect("each thread's", Missed, 0);

  unsigned long long Total = 0;
#pragma omp target teams distribute parallel for num_teams(2)                  \
    reduction(+ : Total) firstprivate(Counting)
  for (int I = 0; I < 300; ++I)
    if (I % 7 == 3)
      Total += __llvm_omp_host_call(Counting, nullptr, 0);
  expect("calls of some lanes", Count, 43);
  expect("what they count", int(Total), 43 * 44 / 2);

  unsigned long long FromMain = 0, FromThreads = 0;
#pragma omp target map(FromMain, FromThreads) firstprivate(Sum)
  {
    Large Data = {};
    for (int I = 0; I < 500; ++I)
      Data.Values[I] = I;
    for (char &Each : Data.End)
      Each = 1;
    FromMain = __llvm_omp_host_call(Sum, &Data, sizeof(Data));
#pragma omp parallel for reduction(+ : FromThreads)
    for (int I = 0; I < 4; ++I) {
      Large Own = Data;
      Own.Values[I] += 1000 * I;
      FromThreads += __llvm_omp_host_call(Sum, &Own, sizeof(Own));
    }
  }
  expect("the main thread's", int(FromMain), 499 * 250 + 3);
  expect("threads'", int(FromThreads), 4 * (499 * 250 + 3) + 6000);

  unsigned long long There = 0;
  Count = 0;
#pragma omp target map(There) firstprivate(OnDevice)
  {
    int Value = 20;
    There = __llvm_omp_host_call(OnDevice, &Value, sizeof(Value));
  }
  expect("in a call", int(There), 41);
  expect("calls on a device", OnADevice, 0);
  expect("data that is not aligned", Unaligned, 0);
  return finish();
}
