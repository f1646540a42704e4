// A program that closes all descriptors, and has the numbers for files or folders of its own then, finds nothing of the runtime's in them.
// RUN: %build-deferred %s -o %t.prog
// DEFINE: %{kind} =
// DEFINE: %{run} = env OMP_JIT_ASYNC=0 OMP_JIT_CACHE_DIR=%t/cache OMP_JIT_TRACE=%t/trace OMP_JIT_RECORD=%t/record LIBOMPTARGET_PROFILE=%t/profile \
// DEFINE:   OMP_JIT_CACHE_BUNDLES=%t/bundle OMP_JIT_STATS=%t/stats %ours %t.prog %t/mine %{kind}
// RUN: rm -rf %t && mkdir %t && env OMP_JIT_ASYNC=0 OMP_JIT_CACHE_DIR=%t/other %ours %t.prog
// RUN: %builddir/bin/omp-jit-cache --dir=%t/other export %t/bundle
// REDEFINE: %{kind} = folders
// RUN: %{run} 2>&1 | FileCheck %s --allow-empty --implicit-check-not={{.}}
// RUN: FileCheck %s --check-prefix=STATS --input-file %t/stats
// STATS: "disk"
// STATS: "hit": 0,
// STATS: "stored": 5,
// Of one image before, and four after the program closed all; and the note.
// RUN: ls %t/cache | grep -c img | grep -x 5
// RUN: python3 -c "import json; assert len(json.load(open('%t/trace'))) > 20 and len(json.load(open('%t/profile'))) > 10"
// RUN: env OMP_JIT_CACHE_DIR=%t/warm %builddir/bin/omp-jit-cache warm --record %t/record --program %t.prog | FileCheck %s --check-prefix=RECORD
// RECORD: 6 compiled in {{.*}}, 0 were there already
// REDEFINE: %{kind} = files
// RUN: rm -rf %t/cache %t/mine %t/record
// RUN: %{run} 2>&1 | FileCheck %s --allow-empty --implicit-check-not={{.}}
// RUN: ls %t/cache | grep -c img | grep -x 5

#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

static long sum(int N) {
  long Sum = 0;
#pragma omp target map(tofrom : Sum) firstprivate(N)
  for (int I = 0; I < N; ++I)
    Sum += I * N ^ 3;
  return Sum;
}

static long expected(int N) {
  long Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += I * N ^ 3;
  return Sum;
}

static void check(bool Is, const char *What) {
  if (!Is)
    std::printf("%s\n", What);
}

static bool isEmpty(const std::string &Folder) {
  int Count = 0;
  if (DIR *Names = opendir(Folder.c_str())) {
    while (readdir(Names))
      ++Count;
    closedir(Names);
  }
  return Count == 2;
}

int main(int Count, char **Arguments) {
  check(sum(5) == expected(5), "wrong");
  if (Count < 3)
    return 0;
  check(sum(6) == expected(6), "wrong");
  const bool AreFolders = Arguments[2][1] == 'o';
  for (int Number = 3; Number != 1024; ++Number)
    close(Number);
  mkdir(Arguments[1], 0700);
  struct Own {
    int Number;
    std::string Name;
    ino_t Inode;
  };
  std::vector<Own> All;
  // Numbers that anything of the runtime may have had.
  for (int Number = 3; Number != 920; ++Number) {
    if (Number == 64)
      Number = 900;
    const std::string Name =
        std::string(Arguments[1]) + "/" + std::to_string(Number);
    if (AreFolders)
      mkdir(Name.c_str(), 0700);
    const int File =
        open(Name.c_str(), AreFolders ? O_RDONLY : O_RDWR | O_CREAT, 0600);
    if (File != Number) {
      dup2(File, Number);
      close(File);
    }
    struct stat Info;
    check(fstat(Number, &Info) == 0, "no descriptor");
    All.push_back({Number, Name, Info.st_ino});
  }
  for (int N = 7; N != 11; ++N)
    check(sum(N) == expected(N), "wrong");
  for (const Own &Each : All) {
    struct stat Info;
    check(fstat(Each.Number, &Info) == 0 && Info.st_ino == Each.Inode,
          "a descriptor was closed");
    check(AreFolders ? isEmpty(Each.Name) : Info.st_size == 0,
          "something was written");
  }
}
