//===- UndefinedHints.cpp - What to do about an undefined symbol ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognises most libraries by the prefixes of their symbols, and the C library
// by whole names.
//
//===----------------------------------------------------------------------===//

#include "UndefinedHints.h"

#include "ompjit/DeviceLink/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace ompjit::devicelink {

namespace {

/// A library that has no version for GPUs, or one that has to be requested.
struct Library {
  StringLiteral Names; ///< Separated by spaces; "x*" stands for all that begin
                       ///< with x.
  StringLiteral Hint;
};

} // namespace

static constexpr Library GpuLibraries[] = {
    {"__llvm_rpc_*",
     "LLVM's C library for GPUs has no server here: a kernel calls a function "
     "of the host with __llvm_omp_host_call"},
    {"__kmpc_* omp_* ompx_* __omp_* __tgt_* __llvm_omp_* malloc free "
     "__assert_fail",
     "the OpenMP device runtime defines it: is the link without it "
     "(-nogpulib), or does -Xoffload-linker -L<folder> have to name the folder "
     "of libompdevice.a?"},
    {"__nv_*", "CUDA's libdevice defines it, which was not found when the file "
               "was compiled: pass --cuda-path=<folder>"},
    {"__ocml_* __ockl_* __oclc_*",
     "ROCm's device libraries define it, which were not found when the file "
     "was compiled: pass --rocm-path=<folder>"},
    {"_ZSt4cout _ZSt4cerr _ZSt3cin _ZNSo* _ZNSi* _ZStls* _ZNSt8ios_base*",
     "the iostreams have no version for GPUs: use printf, or print on the "
     "host"},
    {"__cxa_* __gxx_* _Unwind_* _ZSt* _ZNSt* _ZNKSt* _Znw* _Zna* _Zdl* _Zda* "
     "_ZTVN10__cxxabiv1*",
     "the C++ runtime library has no version for GPUs: code that throws, "
     "allocates with new or needs more of the library than its headers hold "
     "has to run on the host"},
    {"__divti3 __udivti3 __modti3 __umodti3 __multi3 __addtf3 __subtf3 "
     "__multf3 __divtf3 __extend* __trunc* __float* __fix*",
     "GPUs have no library for 128-bit integers and long double"},
    {"printf fprintf vprintf vfprintf sprintf snprintf vsnprintf puts fputs "
     "putchar putc fputc fwrite fread fopen fclose fflush fgets scanf sscanf "
     "fscanf stdout stderr stdin perror",
     "the C library's input and output have no version for this GPU: use "
     "printf with a constant format, or do it on the host"},
    {"sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp "
     "exp2 exp10 expm1 log log2 log10 log1p pow sqrt cbrt hypot erf erfc "
     "tgamma lgamma fmod remainder remquo floor ceil trunc round lround "
     "llround rint lrint nearbyint fabs fmin fmax fdim fma ldexp frexp modf "
     "scalbn scalbln ilogb logb nextafter nan copysign sincos j0 j1 jn y0 y1 "
     "yn sinf cosf tanf asinf acosf atanf atan2f sinhf coshf tanhf asinhf "
     "acoshf atanhf expf exp2f exp10f expm1f logf log2f log10f log1pf powf "
     "sqrtf cbrtf hypotf erff erfcf tgammaf lgammaf fmodf remainderf remquof "
     "floorf ceilf truncf roundf rintf nearbyintf fabsf fminf fmaxf fdimf fmaf "
     "nanf lroundf llroundf lrintf llrintf roundevenf ldexpf frexpf modff "
     "scalbnf ilogbf logbf nextafterf copysignf sincosf "
     "sinl cosl tanl expl logl powl sqrtl lgammal tgammal fabsl fmodl floorl "
     "ceill",
     "the math library's device version is libdevice (CUDA) or ocml (ROCm): "
     "include <cmath> or <math.h> in the file, and pass --cuda-path=<folder> "
     "or --rocm-path=<folder> where clang does not find the toolkit; there is "
     "none for long double"},
    {"calloc realloc aligned_alloc posix_memalign memcpy memmove "
     "memset memcmp memchr strlen strcmp strncmp strcpy strncpy strcat strchr "
     "strrchr strstr strdup strtol strtod atoi atof qsort bsearch rand srand "
     "random drand48 time clock clock_gettime gettimeofday getenv exit abort "
     "_exit atexit __errno_location setjmp longjmp usleep sleep "
     "pthread_* __libc_* __ctype_*",
     "the C library has no version for this GPU: write the function in a "
     "'declare target' region, or call it on the host"},
};

/// The program links flang's runtime library, but for itself.
static constexpr StringLiteral FortranHint =
    "flang's runtime library has no version for GPUs: in regions, assign to "
    "elements in loops instead of whole arrays, and leave input and output, "
    "allocatable results and functions of whole arrays to the host";

static bool isOneOf(StringRef Names, StringRef Name) {
  SmallVector<StringRef> Patterns;
  Names.split(Patterns, ' ');
  return any_of(Patterns, [&](StringRef Pattern) {
    return Pattern.consume_back("*") ? Name.starts_with(Pattern)
                                     : Name == Pattern;
  });
}

std::string undefinedHint(StringRef Name, TargetKind Kind,
                          const LinkConfig &Options) {
  if (Kind != TargetKind::Host && Name.starts_with("_FortranA"))
    return FortranHint.str();
  if (std::string File = Options.Client->hostDefinition(Name); !File.empty())
    return File +
           " defines it for the host only: put the definition between "
           "'#pragma omp begin declare target' and '#pragma omp end declare "
           "target'";
  if (Kind != TargetKind::Host)
    for (const Library &L : GpuLibraries)
      if (isOneOf(L.Names, Name))
        return L.Hint.str();
  if (!Options.EntryPoint.empty())
    return "no fragment of the kernel defines it: is one missing?";
  std::string Hint = "no input defines it for the device";
  if (Kind == TargetKind::Host)
    return Hint + ", and no shared library of the program: is a file or a -l "
                  "missing?";
  return Hint + ": is a file missing, or compiled without --offload-arch for "
                "this GPU?";
}

} // namespace ompjit::devicelink
