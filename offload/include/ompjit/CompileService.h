//===- ompjit/CompileService.h - What is asked of the compiler at run time ===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compile service is a shared object of its own (libompjit-compiler.so)
// that holds LLVM and lld, so that a process pays for them only when something
// must be compiled. It is a pure function: the same package and the same
// request give the same image, in this process or in another. This header is
// its whole interface; it needs no LLVM.
//
// An image finds the state that all images of a device share through slots: it
// exports the variable `SlotsSymbol`, an array of pointers, and after loading
// the engine stores into slot I the device address that the base image gives
// to the symbol Image::Slots[I]. An image without slots exports no such
// variable.
//
// Threads: ompjit_compile may be called from several threads at once.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILESERVICE_H
#define OMPJIT_COMPILESERVICE_H

#include "ompjit/Facts.h"
#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"
#include "ompjit/Tuning.h"

#include <cstdint>
#include <string>
#include <vector>

extern "C" {

/// Receives the encoded CompileResult; called exactly once, on the calling
/// thread. The bytes are valid during the call only.
typedef void (*ompjit_compile_sink)(void *Context, const void *Result,
                                    size_t Size);

/// Compiles. \p Package is a whole package, \p Request an encoded
/// CompileRequest. Every failure is reported in the result; the function itself
/// neither throws nor ends the process. The package's bytes must stay valid
/// until it returns, or for the rest of the process where CompileResult::GoesOn
/// is set.
typedef void (*ompjit_compile_fn)(const void *Package, size_t PackageSize,
                                  const void *Request, size_t RequestSize,
                                  ompjit_compile_sink Sink, void *Context);

/// Opens the library CompileRequest::LinkerFile, which takes the dynamic
/// linker's lock, so that compiles with it need not. A compile tells of
/// failures.
typedef void (*ompjit_open_linker_fn)(const char *File);
}

namespace ompjit {

/// Names in the compile service's shared object, and its file name.
constexpr char CompileServiceEntry[] = "ompjit_compile_v1";
constexpr char CompileServiceOpenLinker[] = "ompjit_open_linker_v1";
constexpr char CompileServiceFile[] = "libompjit-compiler.so";

constexpr char SlotsSymbol[] = "__omp_jit_slots";
/// A uint32_t of an image: it must not be loaded where exactFunctions() lacks
/// one of these (ompjit/Support/ExactMath.h). Images without it have no
/// demands.
constexpr char ExactMathSymbol[] = "__omp_jit_exact_math";

enum class ImageKind : uint32_t {
  Kernel = 0, ///< One kernel with everything that it reaches.
  Base = 1,   ///< The shared state of the package, and no kernel.
  Whole = 2,  ///< The whole package in one image that is its own base.
  /// No image but a package, linked from one of fragments, whose only kernel is
  /// made of the function KernelSymbol; for LTO-IR, a LinkedImage. Arch and
  /// Passes make no difference.
  Package = 3,
};
constexpr uint32_t NumImageKinds = 4;

/// How much code is optimised. The bitcode of packages has been through the
/// part of the pipeline that comes before loops are vectorised and unrolled.
enum class Pipeline : uint32_t {
  Auto = 0,  ///< Full where there are loops, otherwise Quick.
  Quick = 1, ///< What makes use of facts, and little else.
  Full = 2,  ///< All of CompileRequest::OptLevel.
};
constexpr uint32_t NumPipelines = 3;

/// Who makes machine code for a target whose code generation ends with assembly
/// (PTX). It makes no difference for other targets.
enum class Assembler : uint32_t {
  None = 0, ///< The caller: the image is assembly.
  Tool = 1, ///< An installed program, in a process of its own.
  Any = 2,  ///< Also a library that is opened for this, which takes the dynamic
            ///< linker's lock.
};
constexpr uint32_t NumAssemblers = 3;

/// How many iterations of a parallel loop share the vectors of a processor, if
/// the request does not name a number, a power of two up to MaxLanes. It makes
/// no difference for GPUs.
constexpr uint32_t LanesAuto = 0; ///< As many as are worth it for a loop.
constexpr uint32_t LanesOff = 1;
constexpr uint32_t MaxLanes = 64;

/// Whether a request may have this number.
constexpr bool areLanes(uint32_t Lanes) {
  return Lanes <= MaxLanes && (Lanes & (Lanes - 1)) == 0;
}

/// What a loop has to write to an array for that to go past the cache; no
/// difference for GPUs. The default is what a processor's share of the last
/// cache does not exceed on most machines.
constexpr uint64_t NontemporalAuto = uint64_t(8) << 20;
constexpr uint64_t NontemporalOff = 0;

/// How many iterations ahead loops prefetch places that are said by arrays, up
/// to MaxPrefetch; no difference for GPUs.
constexpr uint32_t PrefetchAuto = 0; ///< By the loop, in images for facts.
constexpr uint32_t MaxPrefetch = 64;
constexpr uint32_t PrefetchOff = MaxPrefetch + 1;

struct CompileRequest {
  ImageKind Kind = ImageKind::Kernel;
  std::string KernelSymbol; ///< KernelRecord::Symbol, or an entry point of
                            ///< fragments; otherwise empty.
  std::string Arch;         ///< CPU of the device, as LLVM names it.
  std::string Features;     ///< LLVM feature list.
  std::string Emulation;    ///< As in ompjit_device_info; mostly empty.
  uint32_t OptLevel = 3;    ///< 0 to 3.
  Pipeline Passes = Pipeline::Auto; ///< No difference at level 0.
  uint32_t Lanes = LanesAuto;
  uint64_t NontemporalBytes = NontemporalAuto;
  uint32_t Prefetch = PrefetchAuto;
  /// Those of exactFunctions() that code for processors may compute by itself,
  /// with the same results. Where it is used, the image has ExactMathSymbol. No
  /// part of the image's name.
  uint32_t ExactMath = 0;
  CodeTuning Tuned; ///< Makes a difference only for Kernel.
  /// Whether the image counts (ompjit/KernelCounts.h). Makes a difference only
  /// for Kernel; no iterations share vectors then.
  bool IsCounting = false;
  /// Encoded KernelCounts, by which a Kernel is optimised; empty: none.
  std::string Counts;
  std::vector<Fact> Facts; ///< Ascending by name; empty unless Kernel.
  /// If none of the permitted assemblers is installed, the image is assembly
  /// all the same.
  Assembler AllowedAssembler = Assembler::None;

  uint32_t TimeLimitMs = 0; ///< A compile that takes longer has failed; 0: no
                            ///< limit.
  std::string Fault;        ///< For tests: "KIND@STAGE", see compiler/Fault.h.
  bool WantsTexts = false;  ///< Whether to fill CompileResult::Texts; makes no
                            ///< difference to the image.
  /// For a package of LTO-IR: the file of libnvJitLink, and what distinguishes
  /// it from others in cache keys. Empty: it is not installed.
  std::string LinkerFile, LinkerIdentity;
  /// The codes (Image::Code) of images that the caller has of the same kernel
  /// for the same target and options.
  std::vector<std::string> KnownCodes;

  std::string encode() const;
  static Result<CompileRequest> decode(ByteView Bytes);
};

/// A compiled image as it is stored in the cache.
struct Image {
  std::string Bytes;              ///< Native image for the plugin.
  std::vector<std::string> Slots; ///< Symbols of the base image, in the order
                                  ///< of the slots.
  /// Digest of what machine code was generated from. Images of one kernel,
  /// target and options with the same digest are interchangeable. Empty: not
  /// known.
  std::string Code;
  bool IsAssembly = false; ///< The device's plugin or driver makes machine code
                           ///< of it.
  /// What it counts: encoded KernelCounts with zeros. Empty if it does not.
  std::string Counters;

  std::string encode() const;
  static Result<Image> decode(ByteView Bytes);
};

/// Nanoseconds spent in each stage of a compile.
struct CompileTimes {
  uint64_t Load = 0; ///< Reading the bitcode and removing what the kernel does
                     ///< not reach.
  uint64_t Specialize = 0;
  uint64_t Optimize = 0;
  uint64_t CodeGen = 0;
  uint64_t Link = 0;
  uint64_t Assemble = 0; ///< Includes assembly by the device's driver.
};

/// The code at one stage of a compile, for people to read.
struct CompileText {
  std::string Name; ///< The end of a file name, such as "before.ll".
  std::string Text;

  friend bool operator==(const CompileText &, const CompileText &) = default;
};

struct CompileResult {
  bool Ok = false;
  std::string Message; ///< Names the stage and the cause of a failure; empty if
                       ///< Ok.
  /// Has no bytes if its code is one of CompileRequest::KnownCodes; code
  /// generation and the link were skipped then.
  Image Output;
  CompileTimes Times;
  bool GoesOn = false; ///< It exceeded its time limit and still runs.
  /// This compile or an earlier one of this process crashed, so the process can
  /// compile nothing more. The image should not be kept beyond the process.
  bool IsAfterCrash = false;
  /// Filled if CompileRequest::WantsTexts is set; after a failure, holds the
  /// stages before it.
  std::vector<CompileText> Texts;
  /// What became of loops that may have several iterations in vectors, for
  /// people: "FILE:LINE: TEXT" or TEXT each.
  std::vector<std::string> Loops;
  /// Whether CompileRequest::Counts are of other code and had no effect.
  bool HasUnfitCounts = false;

  std::string encode() const;
  static Result<CompileResult> decode(ByteView Bytes);
};

} // namespace ompjit

#endif // OMPJIT_COMPILESERVICE_H
