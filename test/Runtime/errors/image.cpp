// Images for another machine, damaged ones and undefined symbols are told as such.
// RUN: %build -O2 %s -o %t && %ours %t
//
// For a device whose driver is not there.
// RUN: cp %t %t.amd && python3 %S/../Inputs/patch-image.py %t.amd machine=224
// RUN: %ours not --crash %t.amd 2>&1 | FileCheck %s --check-prefix=PLUGIN
// PLUGIN: omptarget: warning OT107: the plugin amdgpu finds no device: AMD's HSA runtime
// PLUGIN: omptarget: error OT101: offloading is mandatory, but no device is available: the warnings above say why
//
// For a machine that nothing serves; the region runs on the host, but not in silence.
// RUN: cp %t %t.arm && python3 %S/../Inputs/patch-image.py %t.arm machine=183
// RUN: env LD_LIBRARY_PATH=%libdir %t.arm 2>&1 | FileCheck %s --check-prefix=MACHINE
// MACHINE: omptarget: warning OT211: a device image is an ELF file for aarch64, the plugins serve x86_64, nvptx64, amdgcn
//
// Damaged.
// RUN: cp %t %t.magic && python3 %S/../Inputs/patch-image.py %t.magic magic
// RUN: env LD_LIBRARY_PATH=%libdir %t.magic 2>&1 | FileCheck %s --check-prefix=MAGIC
// MAGIC: omptarget: warning OT211: a device image is neither an ELF file nor PTX nor a JIT package
// RUN: cp %t %t.phoff && python3 %S/../Inputs/patch-image.py %t.phoff phoff=99999999
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t.phoff 2>&1 | FileCheck %s --check-prefix=PHOFF
// PHOFF: omptarget: error OT201: device 0: the program has no device code that this device can run: the image is damaged: its program headers lie outside
//
// With a function that exists on the host only.
// RUN: %packaged_clangxx -O2 -DHOST_PART -c %s -o %t.host.o
// RUN: %build -O2 -DUNDEFINED %s %t.host.o -o %t.undefined -Xoffload-linker --unresolved-symbols=ignore-all
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t.undefined 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// UNDEFINED: omptarget: error OT202: device 0: the device code cannot be loaded: the dynamic linker refused the image: undefined symbol: onTheHostOnly

#ifdef HOST_PART

extern "C" int onTheHostOnly() { return 1; }

#else

#ifdef UNDEFINED
extern "C" int onTheHostOnly();
#else
static int onTheHostOnly() { return 1; }
#endif

int main() {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = onTheHostOnly();
  return Result != 1;
}

#endif
