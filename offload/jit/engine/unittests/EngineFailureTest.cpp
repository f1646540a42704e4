//===- EngineFailureTest.cpp - What a launch gets if a compile fails ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include <algorithm>
#include <filesystem>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

constexpr uint64_t All = UINT64_MAX;

using EngineFailureTest = EngineFixture;

std::string failSpecialized(const CompileRequest &Request) {
  return Request.Facts.empty() ? "" : "optimise: mock failure";
}

std::string failKernels(const CompileRequest &Request) {
  return Request.Kind == ImageKind::Kernel ? "optimise: mock failure" : "";
}

TEST_F(EngineFailureTest, GenericImageReplacesASpecializedOne) {
  Chosen.InfoLevel = 1;
  Kernel *K = start(PackageBuilder().kernel("k", {All}).build(), Device)
                  ->findKernel("entry_k");
  Answers->Failure = failSpecialized;
  EXPECT_EQ(launch(K, {1}), "kernel k");
  EXPECT_EQ(launch(K, {2}), "kernel k");
  // The failure is not repeated at every launch.
  EXPECT_EQ(Answers->Compiles, 2);
  EXPECT_EQ(statistic("fallbacks"), 1u);
  EXPECT_EQ(statistic("l1_hits"), 1u);
  expectCountsAddUp(2);
  EXPECT_TRUE(someLineHas("failed: compiling k [0=1]: optimise: mock failure"));
}

TEST_F(EngineFailureTest, NativeImageReplacesAGenericOne) {
  Kernel *K = start(PackageBuilder()
                        .kernel("k", {All})
                        .native("mockcpu", "native image")
                        .build(),
                    Device)
                  ->findKernel("entry_k");
  Answers->Failure = failKernels;
  EXPECT_EQ(launch(K, {1}), "native image");
  EXPECT_EQ(launch(K, {2}), "native image");
  EXPECT_EQ(Answers->Compiles, 2);
  EXPECT_EQ(statistic("fallbacks"), 1u);
  expectCountsAddUp(2);
}

TEST_F(EngineFailureTest, WithNothingLeftTheErrorNamesKernelStageAndCause) {
  Kernel *K = start(PackageBuilder().kernel("k", {All}).build(), Device)
                  ->findKernel("entry_k");
  Answers->Failure = failKernels;
  const std::string Expected = "the kernel k cannot run on device 0: compiling "
                               "k: optimise: mock failure";
  EXPECT_EQ(launch(K, {1}), Expected);
  EXPECT_EQ(launch(K, {1}), Expected);
  EXPECT_EQ(Answers->Compiles, 2); // The error is remembered.
  EXPECT_EQ(statistic("failed_launches"), 2u);
  expectCountsAddUp(0);
}

TEST_F(EngineFailureTest, LoadedImagesServeAfterCompilesBeginToFail) {
  Kernel *K = start(PackageBuilder().kernel("k", {All}).build(), Device)
                  ->findKernel("entry_k");
  EXPECT_EQ(launch(K, {1}), "kernel k 0=1");
  Answers->Failure = failKernels;
  EXPECT_TRUE(launch(K, {2}).starts_with("the kernel k cannot run"));
  EXPECT_EQ(launch(K, {1}), "kernel k 0=1");
  expectCountsAddUp(2);
}

TEST_F(EngineFailureTest, ImageThatDoesNotLoadIsReplaced) {
  Kernel *K = start(PackageBuilder().kernel("k", {All}).build(), Device)
                  ->findKernel("entry_k");
  Device.RefusesImage = [](const std::string &Text) {
    return Text.find('=') != std::string::npos;
  };
  EXPECT_EQ(launch(K, {1}), "kernel k");
  EXPECT_EQ(statistic("fallbacks"), 1u);
  expectCountsAddUp(1);
}

TEST_F(EngineFailureTest,
       ACachedImageThatDoesNotLoadIsReplacedInSpiteOfHistory) {
  Chosen.Cache = CacheMode::Disk;
  Chosen.Threshold = 1;
  const std::string Package = PackageBuilder().kernel("k", {1, All}).build();
  Kernel *K = start(Package, Device)->findKernel("entry_k");
  for (uint64_t I = 2; I != 6; ++I)
    launch(K, {0, I});
  EXPECT_NE(statisticsText().find("\"parameter\": 1"), std::string::npos);
  restart();
  K = start(Package, Device)->findKernel("entry_k");
  Device.RefusesImage = [](const std::string &Text) {
    return Text.find('=') != std::string::npos;
  };
  // The cache has the images of this value and of the facts that the earlier
  // run left; the device refuses both.
  EXPECT_EQ(launch(K, {0, 2}), "kernel k");
  EXPECT_EQ(launch(K, {0, 3}), "kernel k");
  EXPECT_EQ(statistic("fallbacks"), 1u);
}

TEST_F(EngineFailureTest, MissingSharedStateIsAnError) {
  Answers->Slots = {"missing"};
  DeviceProgram *P =
      start(PackageBuilder().kernel("k", {}).global("g", 4).build(), Device);
  EXPECT_EQ(launch(P->findKernel("entry_k"), {}),
            "the kernel k cannot run on device 0: connecting the image of k: "
            "looking up missing: no such mock symbol");
  EXPECT_EQ(Device.Unloads, 1); // The image is not left behind.
}

TEST_F(EngineFailureTest, SlotsWithoutABaseAreAnError) {
  Answers->Slots = {"g"};
  Kernel *K = start(PackageBuilder().kernel("k", {}).build(), Device)
                  ->findKernel("entry_k");
  EXPECT_NE(launch(K, {}).find("refers to shared state"), std::string::npos);
}

TEST_F(EngineFailureTest, BaseThatDoesNotCompileStopsTheProgram) {
  Answers->Failure = [](const CompileRequest &) { return "link: mock"; };
  restart();
  std::string Package = PackageBuilder().kernel("k", {}).global("g", 4).build();
  Program *P = *Jit->addProgram(Package);
  for (int Try = 0; Try != 2; ++Try) {
    Result<DeviceProgram *> Started = onDevice(P, Device, 3);
    ASSERT_FALSE(Started);
    EXPECT_EQ(Started.error().message(),
              "the program cannot start on device 3: compiling the base image: "
              "link: mock");
  }
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(EngineFailureTest, NativeImageServesAsBase) {
  Answers->Slots = {"g"};
  DeviceProgram *P = start(PackageBuilder()
                               .kernel("k", {All})
                               .global("g", 4)
                               .native("othercpu", "native for another")
                               .native("mockcpu", "native image")
                               .build(),
                           Device);
  uint64_t Size = 0;
  Result<void *> Global = P->globalAddress("entry_g", Size);
  ASSERT_TRUE(Global);
  ompjit_kernel *Loaded = launchForKernel(P->findKernel("entry_k"), {1});
  EXPECT_EQ(Loaded->Image->Bytes, "kernel k 0=1");
  EXPECT_EQ(Loaded->SlotsWhenFound[0], *Global);
  EXPECT_EQ(statistic("base_compiles"), 0u);
  EXPECT_EQ(statistic("base_native_images"), 1u);
}

TEST_F(EngineFailureTest, NativeImageThatIsNotForTheDeviceIsNotLoaded) {
  start(PackageBuilder()
            .kernel("k", {})
            .native("mockcpu", "of another format")
            .native("othercpu", "native image")
            .build(),
        Device);
  EXPECT_EQ(Device.Loads, 0);
  EXPECT_EQ(statistic("base_native_images"), 0u);
}

TEST_F(EngineFailureTest, NativeImageThatDoesNotLoadIsCompiledInstead) {
  Device.RefusesImage = [](const std::string &Text) {
    return Text.starts_with("native");
  };
  start(PackageBuilder()
            .kernel("k", {})
            .global("g", 4)
            .native("mockcpu", "native image")
            .build(),
        Device);
  EXPECT_EQ(statistic("base_compiles"), 1u);
}

TEST_F(EngineFailureTest, SwitchedOffPrefersTheNativeImage) {
  Chosen.Enabled = false;
  Kernel *K = start(PackageBuilder()
                        .kernel("k", {All})
                        .native("mockcpu", "native image")
                        .build(),
                    Device)
                  ->findKernel("entry_k");
  EXPECT_EQ(launch(K, {1}), "native image");
  EXPECT_EQ(Answers->Compiles, 0);
  expectCountsAddUp(1);
}

TEST_F(EngineFailureTest, G16_OnlySuccessesAreStored) {
  Chosen.Cache = CacheMode::Disk;
  const std::string Package = PackageBuilder().kernel("k", {All}).build();
  Answers->Failure = failSpecialized;
  EXPECT_EQ(launch(start(Package, Device)->findKernel("entry_k"), {1}),
            "kernel k");
  EXPECT_EQ(Answers->Compiles, 2);
  Answers->Failure = [](const CompileRequest &) { return ""; };
  // A new process finds the generic image and nothing of the failed compile, so
  // that it compiles again.
  restart();
  EXPECT_EQ(launch(start(Package, Device)->findKernel("entry_k"), {1}),
            "kernel k 0=1");
  EXPECT_EQ(Answers->Compiles, 3);
  const auto Images = std::filesystem::directory_iterator(Chosen.CacheDir);
  EXPECT_EQ(std::count_if(begin(Images), end(Images),
                          [](const auto &Each) {
                            return Each.path().extension() == ".img";
                          }),
            2);
}

TEST_F(EngineFailureTest, UnusableFolderIsOneWarningAndNoFailure) {
  Chosen.Cache = CacheMode::Disk;
  std::filesystem::create_directory(Chosen.CacheDir);
  std::filesystem::permissions(Chosen.CacheDir, std::filesystem::perms::all);
  Kernel *K = start(PackageBuilder().kernel("k", {All}).build(), Device)
                  ->findKernel("entry_k");
  EXPECT_EQ(launch(K, {1}), "kernel k 0=1");
  EXPECT_EQ(launch(K, {2}), "kernel k 0=2");
  ASSERT_EQ(Lines.size(), 1u);
  EXPECT_TRUE(
      Lines[0].starts_with("omp-jit: warning: no images are cached on disk"));
  EXPECT_TRUE(std::filesystem::is_empty(Chosen.CacheDir));
}

TEST_F(EngineFailureTest, MissingCompileServiceIsNamed) {
  Chosen.InfoLevel = 1;
  Jit = Engine::create(
      Chosen, Folder.path(), [](const std::string &) {}, Process);
  Kernel *K = start(PackageBuilder().kernel("k", {}).build(), Device)
                  ->findKernel("entry_k");
  const std::string Message = launch(K, {});
  EXPECT_NE(Message.find("the compile service cannot be opened"),
            std::string::npos)
      << Message;
  EXPECT_NE(Message.find("libompjit-compiler.so"), std::string::npos);
}

} // namespace
