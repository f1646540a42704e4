// The packaged replay tool works with our runtime: it replays and verifies one of our recordings, in its own form.
// UNSUPPORTED: sanitizer
// (The packaged tool is linked without the sanitizer's runtime.)
// RUN: %build -O2 %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// A tool may ask for the recording, as long as the device is not in use.
// RUN: env LIBOMPTARGET_RECORD_FOLDER=%t.d %ours %t 2>&1 | FileCheck %s
// CHECK: recording: 0
// CHECK: error OT601: device 0: kernels cannot be recorded: the device is in use already
// CHECK: too late: -1
// RUN: ls *.0.json | xargs python3 %S/../Inputs/to-packaged-recording.py
// RUN: %ours llvm-omp-kernel-replay --verify packaged.json | FileCheck %s --check-prefix=SAME
// SAME: Replay device memory verified!
// RUN: ls *.memory | xargs -I{} python3 %S/../Inputs/change-byte.py {} 40
// RUN: (%ours llvm-omp-kernel-replay --verify packaged.json || true) 2>&1 | FileCheck %s --check-prefix=DIFFERS
// DIFFERS: Replay device memory failed to verify!
//
// The same from a deferred program's package.
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: env LIBOMPTARGET_RECORD_FOLDER=%t.d %ours %t.jit 2>&1 | FileCheck %s
// RUN: ls *.0.json | xargs python3 %S/../Inputs/to-packaged-recording.py
// RUN: %ours llvm-omp-kernel-replay --verify packaged.json | FileCheck %s --check-prefix=SAME

#include <stdint.h>
#include <stdio.h>

extern "C" int __tgt_activate_record_replay(int64_t Device, uint64_t Size,
                                            void *Place, bool IsRecord,
                                            bool SaveOutput, uint64_t *Offset);

int main() {
  uint64_t Offset = 1;
  printf("recording: %d\n",
         __tgt_activate_record_replay(0, 0, nullptr, true, true, &Offset));
  double Values[50];
  struct {
    int Count;
    double *Values;
  } List = {50, Values};
  for (int I = 0; I < 50; ++I)
    Values[I] = I;
#pragma omp target map(tofrom : List, List.Values[0 : 50])
  for (int I = 0; I < List.Count; ++I)
    List.Values[I] *= 2;
  fflush(stdout);
  int TooLate =
      __tgt_activate_record_replay(0, 0, nullptr, true, true, &Offset);
  printf("too late: %d\n", TooLate);
  return Values[49] != 98 || Offset != 0;
}
