//===- BackendTest.cpp - Tests of the way from IR to a shared object ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"
#include "ompjit/Backend/Assemble.h"
#include "ompjit/Backend/Cuda.h"
#include "ompjit/Targets.h"

#include "LibrarySymbols.h"
#include "LinkFiles.h"
#include "MemoryFile.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>
#include <dlfcn.h>
#include <fcntl.h>
#include <random>
#include <set>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;
using namespace ompjit;
using testing::HasSubstr;
using testing::Not;

namespace {

/// What is loaded here.
constexpr StringRef HostTriple = ThisHost.Host.Triple,
                    HostCpu = ThisHost.Host.LowestCpu;
/// What is looked at only, on any host.
constexpr char X86Triple[] = "x86_64-pc-linux-gnu";

std::unique_ptr<Module> parse(LLVMContext &Context, StringRef Text) {
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Diagnostic, Context);
  EXPECT_TRUE(M) << Diagnostic.getMessage().str();
  return M;
}

Expected<SmallVector<char, 0>> compile(StringRef Text,
                                       StringRef Triple = HostTriple,
                                       StringRef Cpu = HostCpu) {
  LLVMContext Context;
  std::unique_ptr<Module> M = parse(Context, Text);
  auto TM = cantFail(createTargetMachine(Triple, Cpu, "", 2));
  retarget(*M, *TM);
  return emitCode(*M, *TM);
}

Expected<std::string> link(StringRef Text) {
  SmallVector<char, 0> Object = cantFail(compile(Text));
  return linkSharedObject(
      MemoryBufferRef(StringRef(Object.data(), Object.size()), "object"), {});
}

/// A loaded image. It is closed at the end of the scope.
struct Loaded {
  explicit Loaded(const std::string &Image) {
    int Fd = memfd_create("image", MFD_CLOEXEC);
    EXPECT_EQ(write(Fd, Image.data(), Image.size()), ssize_t(Image.size()));
    Handle = dlopen(("/proc/self/fd/" + std::to_string(Fd)).c_str(),
                    RTLD_NOW | RTLD_LOCAL);
    EXPECT_TRUE(Handle) << dlerror();
    close(Fd);
  }
  ~Loaded() { dlclose(Handle); }
  template <typename T> T get(const char *Name) {
    return reinterpret_cast<T>(dlsym(Handle, Name));
  }
  void *Handle;
};

std::string errorText(Error E) { return toString(std::move(E)); }

std::string pathOfLibrary(const char *Symbol) {
  Dl_info Info = {};
  return dladdr(dlsym(RTLD_DEFAULT, Symbol), &Info) ? Info.dli_fname : "";
}

/// Limits the process to \p Count more descriptors as long as the object lives.
class FewDescriptors {
public:
  explicit FewDescriptors(unsigned Count) {
    ::getrlimit(RLIMIT_NOFILE, &Before);
    const int Next = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::close(Next);
    const rlimit Few = {rlim_t(Next) + Count, Before.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &Few);
  }
  ~FewDescriptors() { ::setrlimit(RLIMIT_NOFILE, &Before); }

private:
  rlimit Before;
};

std::string contentOf(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "not there";
}

void expectLinkFilesWork() {
  auto Files = cantFail(LinkFiles::create({"one", "two"}));
  ASSERT_EQ(Files->inputs().size(), 2u);
  EXPECT_EQ(contentOf(Files->inputs()[0]), "one");
  EXPECT_EQ(contentOf(Files->inputs()[1]), "two");
  const int Output =
      ::open(Files->output().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  EXPECT_EQ(::write(Output, "output", 6), 6);
  ::close(Output);
  EXPECT_EQ(cantFail(Files->takeOutput()), "output");
}

TEST(LinkFiles, AreInMemory) {
  auto Files = cantFail(LinkFiles::create({"one"}));
  EXPECT_TRUE(StringRef(Files->inputs()[0]).starts_with("/proc/self/task/"));
  expectLinkFilesWork();
}

TEST(LinkFiles, AreInAFolderWithFewDescriptors) {
  std::string Folder;
  {
    FewDescriptors Few(2);
    expectLinkFilesWork();
    auto Files = cantFail(LinkFiles::create({"one", "two"}));
    Folder = sys::path::parent_path(Files->output());
    EXPECT_TRUE(sys::fs::is_directory(Folder));
  }
  EXPECT_FALSE(sys::fs::exists(Folder));
}

TEST(LinkFiles, SayWhyTheyCannotBe) {
  FewDescriptors None(0);
  auto Files = LinkFiles::create({"one"});
  EXPECT_THAT(toString(Files.takeError()), HasSubstr("Too many open files"));
}

TEST(LinkFiles, SayOnceWhatConcernsMemoryAndFolders) {
  rlimit Before;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &Before), 0);
  const rlimit Small = {2, Before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &Small), 0);
  auto Files = LinkFiles::create({"one"});
  ::setrlimit(RLIMIT_FSIZE, &Before);
  EXPECT_EQ(toString(Files.takeError()),
            "cannot write 3 bytes to a file: the limit of file sizes is lower");
}

TEST(LibrarySymbols, VersionIsTheOneThatALinkTakes) {
  auto Library =
      cantFail(LibrarySymbols::open(pathOfLibrary("memcpy"), ThisHost));
  // Of several versions, a link takes the default one, not the oldest.
  const StringRef Function =
      ThisHost.Arch == "x86_64" ? "memcpy" : "pthread_create";
  const StringRef Version =
      ThisHost.Arch == "x86_64" ? "GLIBC_2.14" : "GLIBC_2.34";
  ASSERT_TRUE(Library->find(Function));
  EXPECT_EQ(Library->find(Function)->Version, Version);
  EXPECT_FALSE(Library->find("no_such_function"));
  auto None = LibrarySymbols::open("/dev/null", ThisHost);
  EXPECT_FALSE(None);
  consumeError(None.takeError());
}

TEST(LibrarySymbols, DamagedFileDefinesNothing) {
  auto File = MemoryBuffer::getFile(pathOfLibrary("_Unwind_Resume"));
  ASSERT_TRUE(File);
  const std::string Whole = (*File)->getBuffer().str();
  std::mt19937 Random(7);
  // The contents that are looked up lie at the beginning of the file, and the
  // addresses of its tables lie behind them. Both are damaged.
  for (int Round = 0; Round != 300; ++Round) {
    std::string Damaged = Whole;
    for (int I = 0; I != 40; ++I)
      Damaged[Random() % (I % 2 ? Damaged.size() : 8192)] = char(Random());
    if (Round % 3 == 0)
      Damaged.resize(Random() % Damaged.size());
    const Descriptor Copy = cantFail(createMemoryFile(Damaged));
    auto Library = LibrarySymbols::open(Copy.path(), ThisHost);
    if (Library)
      (void)(*Library)->find("_Unwind_Resume");
    else
      consumeError(Library.takeError());
  }
}

TEST(Backend, CompiledFunctionRuns) {
  Loaded Image(cantFail(link(R"(
    define i32 @twice(i32 %x) {
      %r = shl i32 %x, 1
      ret i32 %r
    })")));
  EXPECT_EQ(Image.get<int (*)(int)>("twice")(21), 42);
}

/// With AVX-512, LLVM 22 stores eight bytes in the function "first".
TEST(Backend, MaskedStoresOfOneElementStoreOne) {
  constexpr char Text[] = R"(
    define void @first(<4 x i64> %x, ptr %p) {
      %t = trunc <4 x i64> %x to <4 x i32>
      call void @llvm.masked.store.v4i32.p0(<4 x i32> %t, ptr align 4 %p,
          <4 x i1> <i1 true, i1 false, i1 false, i1 false>)
      ret void
    }
    define void @third(<4 x i64> %x, ptr %p) {
      %t = trunc <4 x i64> %x to <4 x i32>
      call void @llvm.masked.store.v4i32.p0(<4 x i32> %t, ptr align 16 %p,
          <4 x i1> <i1 false, i1 poison, i1 true, i1 false>)
      ret void
    }
    define void @two(<4 x i64> %x, ptr %p) {
      %t = trunc <4 x i64> %x to <4 x i32>
      call void @llvm.masked.store.v4i32.p0(<4 x i32> %t, ptr align 4 %p,
          <4 x i1> <i1 true, i1 true, i1 false, i1 false>)
      ret void
    })";
  LLVMContext Context;
  std::unique_ptr<Module> M = parse(Context, Text);
  auto TM = cantFail(createTargetMachine(X86Triple, "x86-64-v4", "", 2));
  retarget(*M, *TM);
  const SmallVector<char, 0> Code = cantFail(emitAssembly(*M, *TM));
  const std::string Assembly(Code.begin(), Code.end());
  const auto BodyOf = [&Assembly](const std::string &Name) {
    const size_t Begin = Assembly.find("\n" + Name + ":");
    return Assembly.substr(Begin, Assembly.find("retq", Begin) - Begin);
  };
  for (const auto &[Name, Place] :
       {std::pair("first", "(%rdi)"), std::pair("third", "8(%rdi)")}) {
    const std::string Body = BodyOf(Name);
    // The code stores a register of 32 bits, or uses an instruction that stores
    // as many.
    EXPECT_THAT(Body,
                testing::AnyOf(
                    HasSubstr("movl\t%eax, " + std::string(Place)),
                    HasSubstr("vmovss\t%xmm0, " + std::string(Place)),
                    HasSubstr("vmovd\t%xmm0, " + std::string(Place)),
                    HasSubstr("vextractps\t$2, %xmm0, " + std::string(Place)),
                    HasSubstr("vpextrd\t$2, %xmm0, " + std::string(Place))))
        << Body;
  }
  EXPECT_THAT(BodyOf("two"), HasSubstr("{%k1}"));
}

TEST(Backend, UndefinedSymbolsResolveAgainstTheProcess) {
  Loaded Image(cantFail(link(R"(
    declare i32 @getpid()
    define i32 @pid() {
      %r = call i32 @getpid()
      ret i32 %r
    })")));
  EXPECT_EQ(Image.get<int (*)()>("pid")(), getpid());
}

TEST(Backend, OwnSymbolWinsOverTheProcess) {
  Loaded Image(cantFail(link(R"(
    define i32 @getpid() noinline { ret i32 -7 }
    define i32 @pid() {
      %r = call i32 @getpid()
      ret i32 %r
    })")));
  EXPECT_EQ(Image.get<int (*)()>("pid")(), -7);
}

int Destroyed;

TEST(Backend, ConstructorsRunAtLoadAndDestructorsAtUnload) {
  constexpr char Text[] = R"(
    @__dso_handle = external hidden global i8
    @where = internal global ptr null
    @value = global i32 0
    @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }]
      [{ i32, ptr, ptr } { i32 65535, ptr @init, ptr null }]
    declare i32 @__cxa_atexit(ptr, ptr, ptr)
    define internal void @destroy(ptr %p) {
      store i32 1, ptr %p
      ret void
    }
    define internal void @init() {
      store i32 5, ptr @value
      ret void
    }
    define void @watch(ptr %p) {
      %r = call i32 @__cxa_atexit(ptr @destroy, ptr %p, ptr @__dso_handle)
      ret void
    })";
  Destroyed = 0;
  {
    Loaded Image(cantFail(link(Text)));
    EXPECT_EQ(*Image.get<int *>("value"), 5);
    Image.get<void (*)(int *)>("watch")(&Destroyed);
    EXPECT_EQ(Destroyed, 0);
  }
  EXPECT_EQ(Destroyed, 1);
}

TEST(Backend, ImagesNameTheLibrariesThatTheyUse) {
  auto Image = [](const std::string &Used) {
    return cantFail(link("declare void @" + Used +
                         "()\n define void @f() { call void @" + Used +
                         "() ret void }"));
  };
  EXPECT_THAT(Image("sin"), HasSubstr("libm.so.6"));
  EXPECT_THAT(Image("__kmpc_barrier"), HasSubstr("libomp.so.5"));
  EXPECT_THAT(Image("omp_get_team_num"), HasSubstr("libomp.so.5"));
  EXPECT_THAT(Image("__divti3"), HasSubstr("libgcc_s.so.1"));
  EXPECT_THAT(Image("_ZSt9terminatev"), HasSubstr("libstdc++.so.6"));
  EXPECT_THAT(Image("_ZNSt3__15mutex4lockEv"), HasSubstr("libc++.so.1"));
  EXPECT_THAT(Image("_Z3foov"), Not(HasSubstr(".so.")));
  EXPECT_THAT(cantFail(link("define void @sin() { ret void }")),
              Not(HasSubstr(".so.")));
}

TEST(Backend, EqualInputsGiveEqualBytes) {
  constexpr char Text[] = "define void @f() { ret void }";
  EXPECT_EQ(cantFail(link(Text)), cantFail(link(Text)));
}

/// The other host's image, of which lld checks the parts.
TEST(Backend, LinksForEveryHost) {
  constexpr char Text[] = R"(
    @__dso_handle = external hidden global i8
    declare i32 @__cxa_atexit(ptr, ptr, ptr)
    declare double @exp(double)
    define double @f(double %x) {
      %r = call i32 @__cxa_atexit(ptr null, ptr null, ptr @__dso_handle)
      %y = call double @exp(double %x)
      ret double %y
    })";
  for (const TargetTraits &Each : Targets) {
    if (!Each.isHost())
      continue;
    const SmallVector<char, 0> Object =
        cantFail(compile(Text, Each.Host.Triple, Each.Host.LowestCpu));
    const std::string Image = cantFail(linkSharedObject(
        MemoryBufferRef(StringRef(Object.data(), Object.size()), "object"),
        {}));
    auto File = cantFail(object::ELFFile<object::ELF64LE>::create(Image));
    EXPECT_EQ(File.getHeader().e_machine, Each.ElfMachine);
    EXPECT_THAT(Image, HasSubstr("libm.so.6")) << Each.Arch;
    EXPECT_THAT(Image, HasSubstr("__cxa_finalize")) << Each.Arch;
  }
}

TEST(Backend, LevelsAreProcessors) {
  auto FeaturesOf = [](const char *Triple, const char *Level) {
    auto TM = cantFail(createTargetMachine(Triple, Level, "+sve", 2));
    return (TM->getTargetCPU() + " " + TM->getTargetFeatureString()).str();
  };
  constexpr char Arm[] = "aarch64-unknown-linux-gnu";
  EXPECT_EQ(FeaturesOf(Arm, "armv8-a"), "generic +sve");
  EXPECT_EQ(FeaturesOf(Arm, "armv8.2-a"), "generic +crc,+lse,+rdm,+ccpp,+sve");
  EXPECT_EQ(FeaturesOf(Arm, "neoverse-n1"), "neoverse-n1 +sve");
  for (const HostLevel &Each : ThisHost.Host.Levels)
    EXPECT_TRUE(bool(
        cantFail(createTargetMachine(ThisHost.Host.Triple, Each.Name, "", 2))));
  // That of another host is no processor of this one.
  auto Wrong = createTargetMachine(X86Triple, "armv8-a", "", 2);
  EXPECT_THAT(errorText(Wrong.takeError()), HasSubstr("'armv8-a'"));
}

TEST(Backend, UnknownTargetsAreErrors) {
  auto Message = [](const char *Triple, const char *Cpu, const char *Features) {
    auto TM = createTargetMachine(Triple, Cpu, Features, 3);
    return TM ? "no error" : errorText(TM.takeError());
  };
  EXPECT_THAT(Message("vax-dec-vms", "", ""), HasSubstr("vax"));
  EXPECT_THAT(Message(X86Triple, "sm_90", ""), HasSubstr("'sm_90'"));
  EXPECT_THAT(Message(X86Triple, "help", ""), HasSubstr("'help'"));
  EXPECT_THAT(Message(X86Triple, "x86-64", "+warp"), HasSubstr("'+warp'"));
  EXPECT_THAT(Message(X86Triple, "x86-64", "avx2"), HasSubstr("'avx2'"));
  EXPECT_EQ(Message(X86Triple, "cascadelake", "+avx2,-sse4a"), "no error");
}

TEST(Backend, CodeGenerationErrorIsReturned) {
  auto Object = compile(R"(
    define void @f() {
      call void asm sideeffect "no_such_instruction", ""()
      ret void
    })");
  ASSERT_FALSE(Object);
  EXPECT_THAT(errorText(Object.takeError()), HasSubstr("no_such_instruction"));
}

TEST(Backend, LinkErrorIsReturnedAndTheNextLinkWorks) {
  auto Bad = linkSharedObject(MemoryBufferRef("no object", "bad"), {});
  ASSERT_FALSE(Bad);
  EXPECT_THAT(errorText(Bad.takeError()), HasSubstr("error"));
  EXPECT_TRUE(bool(link("define void @f() { ret void }")));
}

TEST(Backend, SignalHandlersOfTheProcessStay) {
  auto Handler = [](int) {};
  void (*Before)(int) = ::signal(SIGSEGV, Handler);
  EXPECT_TRUE(bool(link("define void @f() { ret void }")));
  EXPECT_EQ(::signal(SIGSEGV, Before), static_cast<void (*)(int)>(Handler));
}

TEST(Backend, RetargetKeepsWhatAFunctionAskedFor) {
  LLVMContext Context;
  std::unique_ptr<Module> M = parse(Context, R"(
    define void @plain() "target-cpu"="x86-64" "target-features"="+sse2" {
      ret void
    }
    define void @wide() "target-features"="+sse2,+avx512f" { ret void })");
  auto TM = cantFail(createTargetMachine(X86Triple, "x86-64-v3", "+aes", 2));
  retarget(*M, *TM);
  auto Attribute = [&](const char *Function, const char *Name) {
    return M->getFunction(Function)->getFnAttribute(Name).getValueAsString();
  };
  EXPECT_EQ(Attribute("plain", "target-cpu"), "x86-64-v3");
  EXPECT_EQ(Attribute("plain", "tune-cpu"), "x86-64-v3");
  EXPECT_EQ(Attribute("plain", "target-features"), "+aes");
  EXPECT_EQ(Attribute("wide", "target-features"), "+aes,+avx512f");
}

TEST(Backend, AvoidsGathersWhereTheyAreMicrocode) {
  auto AssemblyFor = [](const char *Cpu) {
    LLVMContext Context;
    std::unique_ptr<Module> M = parse(Context, R"(
      define void @k(ptr %out, <8 x ptr> %from) {
        %v = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> align 8 %from,
            <8 x i1> splat (i1 true), <8 x double> poison)
        store <8 x double> %v, ptr %out
        ret void
      }
      declare <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr>, <8 x i1>, <8 x double>))");
    auto TM = cantFail(createTargetMachine(X86Triple, Cpu, "", 2));
    retarget(*M, *TM);
    const SmallVector<char, 0> Code = cantFail(emitAssembly(*M, *TM));
    return std::string(Code.begin(), Code.end());
  };
  EXPECT_THAT(AssemblyFor("znver4"), Not(HasSubstr("gather")));
  EXPECT_THAT(AssemblyFor("znver5"), Not(HasSubstr("gather")));
  EXPECT_THAT(AssemblyFor("icelake-server"), HasSubstr("gather"));
}

constexpr char GpuTriple[] = "nvptx64-nvidia-cuda";
constexpr char EmptyKernel[] = "define ptx_kernel void @k() { ret void }";

Expected<std::string> generatePtx(StringRef Text, StringRef Gpu,
                                  StringRef Features) {
  LLVMContext Context;
  std::unique_ptr<Module> M = parse(Context, Text);
  auto TM = createTargetMachine(GpuTriple, Gpu, Features, 3);
  if (!TM)
    return TM.takeError();
  retarget(*M, **TM);
  auto Code = emitCode(*M, **TM);
  if (!Code)
    return Code.takeError();
  return std::string(Code->begin(), Code->end());
}

/// Returns 87 if the PTX says ".version 8.7".
unsigned versionOf(StringRef Ptx) {
  unsigned Major = 0, Minor = 0;
  Ptx = Ptx.split(".version ").second;
  Ptx.consumeInteger(10, Major);
  Ptx.consume_front(".");
  Ptx.consumeInteger(10, Minor);
  return Major * 10 + Minor;
}

TEST(Ptx, OldestVersionsAreThoseOfLlvm) {
  for (StringRef Gpu :
       {"sm_50",   "sm_52",  "sm_53",   "sm_60",   "sm_61",  "sm_62",
        "sm_70",   "sm_72",  "sm_75",   "sm_80",   "sm_86",  "sm_87",
        "sm_88",   "sm_89",  "sm_90",   "sm_90a",  "sm_100", "sm_100a",
        "sm_100f", "sm_101", "sm_101a", "sm_101f", "sm_103", "sm_103a",
        "sm_103f", "sm_110", "sm_110a", "sm_110f", "sm_120", "sm_120a",
        "sm_120f", "sm_121", "sm_121a", "sm_121f"}) {
    // If no version is asked for, LLVM takes the oldest sufficient one.
    const unsigned Oldest =
        versionOf(cantFail(generatePtx(EmptyKernel, Gpu, "")));
    const std::string Same = "+ptx" + std::to_string(Oldest);
    EXPECT_EQ(versionOf(cantFail(generatePtx(EmptyKernel, Gpu, Same))), Oldest);
    // The version before it must be refused; PTX skipped some numbers.
    for (unsigned Before = Oldest - 1;; --Before) {
      auto TM = createTargetMachine(GpuTriple, Gpu,
                                    "+ptx" + std::to_string(Before), 3);
      ASSERT_FALSE(TM) << Gpu.str() << " with " << Before;
      const std::string Why = toString(TM.takeError());
      if (StringRef(Why).contains("not a feature"))
        continue;
      EXPECT_THAT(Why, HasSubstr("code for " + Gpu.str() + " needs PTX"));
      EXPECT_THAT(Why, HasSubstr("the driver is older than the GPU"));
      break;
    }
  }
}

/// The registers that partial stores read, and those that floating-point
/// arithmetic sets.
struct Registers {
  std::set<std::string> Stored, Numbers;
};

Registers registersOf(StringRef Ptx) {
  Registers Found;
  Regex Store("st[.a-z0-9]*\\.b(8|16)[[:space:]]+\\[[^]]*\\], "
              "[{]?(%[a-z]+[0-9]+)"),
      Arithmetic("\\.f(16|32|64)[[:space:]]+(%[a-z]+[0-9]+),");
  SmallVector<StringRef> Lines, Parts;
  Ptx.split(Lines, '\n');
  for (StringRef Line : Lines)
    if (Store.match(Line, &Parts))
      Found.Stored.insert(Parts[2].str());
    else if (Arithmetic.match(Line, &Parts))
      Found.Numbers.insert(Parts[2].str());
  return Found;
}

/// A stencil over collapsed loops, for which LLVM 22 divides the counter twice,
/// once with 64 bits.
TEST(Ptx, LoopsDivideOnce) {
  const std::string Ptx = cantFail(generatePtx(R"(
    define ptx_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y,
                              i32 range(i32 0, 135168) %first) {
    entry:
      %start = zext nneg i32 %first to i64
      br label %loop
    loop:
      %i = phi i64 [ %start, %entry ], [ %next, %loop ]
      %short = trunc nuw nsw i64 %i to i32
      %row = udiv i32 %short, 4094
      %rest = mul i32 %row, -4094
      %sum = add i32 %rest, %short
      %column = add i32 %sum, 1
      %begin = shl nuw nsw i32 %row, 12
      %above = add i32 %column, %begin
      %below = add i32 %above, 8192
      %a = sext i32 %above to i64
      %b = sext i32 %below to i64
      %pa = getelementptr inbounds double, ptr addrspace(1) %x, i64 %a
      %pb = getelementptr inbounds double, ptr addrspace(1) %x, i64 %b
      %va = load double, ptr addrspace(1) %pa
      %vb = load double, ptr addrspace(1) %pb
      %v = fadd double %va, %vb
      %here = add nuw nsw i32 %begin, 4096
      %to = add nsw i32 %column, %here
      %t = sext i32 %to to i64
      %pt = getelementptr inbounds double, ptr addrspace(1) %y, i64 %t
      store double %v, ptr addrspace(1) %pt
      %next = add nuw nsw i64 %i, 135168
      %again = icmp samesign ult i64 %i, 16625668
      br i1 %again, label %loop, label %done
    done:
      ret void
    })",
                                               "sm_90", "+ptx78"));
  EXPECT_THAT(Ptx, HasSubstr("mul.hi.u32"));
  EXPECT_THAT(Ptx, Not(HasSubstr("mul.hi.u64")));
  EXPECT_EQ(StringRef(Ptx).count("mul.hi"), 1u) << Ptx;
}

TEST(Ptx, StoresOfPartsTakeBits) {
  for (const char *Body :
       {"%s = fadd float %a, %a\nstore float %s, ptr addrspace(1) %p, align 1",
        "%s = fadd float %a, %a\nstore float %s, ptr addrspace(1) %p, align 2",
        "%s = fadd double %d, %d\nstore double %s, ptr addrspace(1) %p, align "
        "1",
        "%s = fadd float %a, %a\n%b = bitcast float %s to i32\n"
        "%t = trunc i32 %b to i8\nstore i8 %t, ptr addrspace(1) %p",
        "%s = fadd float %a, %a\n%b = bitcast float %s to i32\n"
        "%m = and i32 %b, 65535\n%t = trunc i32 %m to i16\n"
        "store i16 %t, ptr addrspace(1) %p",
        "%s = fadd float %a, %a\n%b = bitcast float %s to i32\n"
        "store i32 %b, ptr addrspace(1) %p, align 2",
        "%c = fcmp olt float %a, 1.0\nbr i1 %c, label %x, label %y\n"
        "x:\n%s = fadd float %a, %a\n%b = bitcast float %s to i32\n"
        "br label %y\ny:\n%i = phi i32 [ %b, %x ], [ 7, %0 ]\n"
        "%t = trunc i32 %i to i8\nstore i8 %t, ptr addrspace(1) %p",
        "%s = fadd float %a, %a\n%b = bitcast float %s to <4 x i8>\n"
        "store <4 x i8> %b, ptr addrspace(1) %p, align 1",
        "%s = fadd <2 x float> %v, %v\n"
        "store <2 x float> %s, ptr addrspace(1) %p, align 1"}) {
    const std::string Text =
        "target triple = \"nvptx64-nvidia-cuda\"\n"
        "define ptx_kernel void @k(ptr addrspace(1) %p, float %a, double %d, "
        "<2 x float> %v) {\n" +
        std::string(Body) + "\nret void\n}\n";
    const Registers Found =
        registersOf(cantFail(generatePtx(Text, "sm_90", "")));
    EXPECT_FALSE(Found.Stored.empty()) << Body;
    EXPECT_FALSE(Found.Numbers.empty()) << Body;
    for (const std::string &Each : Found.Stored)
      EXPECT_FALSE(Found.Numbers.contains(Each)) << Body << Each;
  }
}

/// PTX of a function with debug information of this language and kind.
std::string ptxWithDebugInformation(StringRef Language, StringRef Kind) {
  const std::string Text =
      ("target triple = \"nvptx64-nvidia-cuda\"\n"
       "define void @f(ptr %p) !dbg !3 {\n"
       "store i32 1, ptr %p, !dbg !5\nret void, !dbg !5\n}\n"
       "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
       "!0 = distinct !DICompileUnit(language: " +
       Language + ", file: !1, emissionKind: " + Kind +
       ")\n!1 = !DIFile(filename: \"a\", directory: \"/\")\n"
       "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
       "!3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, "
       "type: !4, unit: !0, spFlags: DISPFlagDefinition)\n"
       "!4 = !DISubroutineType(types: !6)\n"
       "!5 = !DILocation(line: 2, scope: !3)\n!6 = !{}\n")
          .str();
  return cantFail(generatePtx(Text, "sm_90", ""));
}

TEST(Ptx, HasDebugInformationThatPtxasTakes) {
  const auto Full = [](StringRef Language, StringRef Kind) {
    const std::string Ptx = ptxWithDebugInformation(Language, Kind);
    EXPECT_TRUE(StringRef(Ptx).contains("\t.loc\t")) << Ptx;
    EXPECT_EQ(StringRef(Ptx).contains(".target sm_90, debug"),
              StringRef(Ptx).contains(".debug_info"));
    return StringRef(Ptx).contains(".debug_info");
  };
  EXPECT_TRUE(Full("DW_LANG_C_plus_plus_14", "FullDebug"));
  EXPECT_FALSE(Full("DW_LANG_C_plus_plus_14", "DebugDirectivesOnly"));
  EXPECT_FALSE(Full("DW_LANG_Fortran95", "FullDebug"));
  EXPECT_FALSE(Full("DW_LANG_Fortran95", "LineTablesOnly"));
}

std::optional<std::string> assembled(StringRef Ptx, bool MayOpenLibraries) {
  return cantFail(assembleForGpu(Ptx, {"sm_90", 3, MayOpenLibraries}));
}

TEST(Ptx, LibraryAndToolMakeCubins) {
  const std::string Ptx = cantFail(generatePtx(EmptyKernel, "sm_90", ""));
  for (bool MayOpen : {false, true}) {
    std::optional<std::string> Cubin = assembled(Ptx, MayOpen);
    if (!Cubin)
      GTEST_SKIP() << "neither libnvJitLink nor ptxas is installed";
    EXPECT_EQ(Cubin->substr(0, 4), "\x7f"
                                   "ELF");
    EXPECT_THAT(*Cubin, HasSubstr(".text.k"));
  }
}

TEST(Ptx, WhatNobodyAssemblesIsAnErrorOfEachWhoTried) {
  const std::string Bad = ".version 7.8\n.target sm_90\n.address_size 64\nno\n";
  if (auto Ptxas = findCudaTool("ptxas", CudaTools()); !Ptxas) {
    consumeError(Ptxas.takeError());
    GTEST_SKIP() << "ptxas is not installed";
  }
  auto ByTool = assembleForGpu(Bad, {"sm_90", 3, false});
  ASSERT_FALSE(ByTool);
  EXPECT_THAT(toString(ByTool.takeError()), HasSubstr("ptxas"));
  auto ByBoth = assembleForGpu(Bad, {"sm_90", 3, true});
  ASSERT_FALSE(ByBoth);
  EXPECT_THAT(toString(ByBoth.takeError()), HasSubstr("ptxas"));
}

} // namespace
