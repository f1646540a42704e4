//===- FaultyFiles.c - A cache folder on a bad disk -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Preloaded into a program, it counts the program's calls on the folder
// FAULTY_FOLDER and on the files in it, and makes some of them fail:
//
//   FAULTY_CALL=n    the n-th alone, from 1; 0: all
//   FAULTY_ERRNO=e   with this number; 0: the process is killed there
//   FAULTY_COUNT=f   writes to this file how many calls there were
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define MOST_FILES 1024

static atomic_int IsOurs[MOST_FILES];
static atomic_long NumCalls;

static void *next(const char *Name) { return dlsym(RTLD_NEXT, Name); }

static long setting(const char *Name, long Default) {
  const char *Text = getenv(Name);
  return Text ? atol(Text) : Default;
}

static int isTracked(int File) {
  return File >= 0 && File < MOST_FILES && atomic_load(&IsOurs[File]);
}

static int isInFolder(int Folder, const char *Name) {
  const char *Path = getenv("FAULTY_FOLDER");
  return isTracked(Folder) ||
         (Path && Name && strncmp(Name, Path, strlen(Path)) == 0);
}

/// Counts a call. Whether it is to fail; errno is set then.
static int fails(void) {
  const long Number = atomic_fetch_add(&NumCalls, 1) + 1;
  const long Chosen = setting("FAULTY_CALL", -1);
  if (Chosen != 0 && Chosen != Number)
    return 0;
  const int Code = (int)setting("FAULTY_ERRNO", EIO);
  if (Code == 0)
    kill(getpid(), SIGKILL);
  errno = Code;
  return 1;
}

__attribute__((destructor)) static void writeCount(void) {
  const char *Path = getenv("FAULTY_COUNT");
  FILE *File = Path ? fopen(Path, "w") : NULL;
  if (!File)
    return;
  fprintf(File, "%ld\n", atomic_load(&NumCalls));
  fclose(File);
}

int openat(int Folder, const char *Name, int Flags, ...) {
  int (*Real)(int, const char *, int, mode_t) = next("openat");
  va_list More;
  va_start(More, Flags);
  const mode_t Mode =
      Flags & (O_CREAT | __O_TMPFILE) ? va_arg(More, mode_t) : 0;
  va_end(More);
  const int IsIn = isInFolder(Folder, Name);
  if (IsIn && fails())
    return -1;
  const int File = Real(Folder, Name, Flags, Mode);
  if (File >= 0 && File < MOST_FILES)
    atomic_store(&IsOurs[File], IsIn);
  return File;
}

int close(int File) {
  int (*Real)(int) = next("close");
  if (!isTracked(File))
    return Real(File);
  atomic_store(&IsOurs[File], 0);
  // It is closed all the same.
  const int Fails = fails(), Code = errno;
  const int Outcome = Real(File);
  if (Fails)
    errno = Code;
  return Fails ? -1 : Outcome;
}

int mkdir(const char *Path, mode_t Mode) {
  int (*Real)(const char *, mode_t) = next("mkdir");
  return isInFolder(-1, Path) && fails() ? -1 : Real(Path, Mode);
}

int fstat(int File, struct stat *Out) {
  int (*Real)(int, struct stat *) = next("fstat");
  return isTracked(File) && fails() ? -1 : Real(File, Out);
}

int fstatat(int Folder, const char *Name, struct stat *Out, int Flags) {
  int (*Real)(int, const char *, struct stat *, int) = next("fstatat");
  return isInFolder(Folder, Name) && fails() ? -1
                                             : Real(Folder, Name, Out, Flags);
}

ssize_t pread(int File, void *To, size_t Size, off_t Offset) {
  ssize_t (*Real)(int, void *, size_t, off_t) = next("pread");
  return isTracked(File) && fails() ? -1 : Real(File, To, Size, Offset);
}

ssize_t pwrite(int File, const void *From, size_t Size, off_t Offset) {
  ssize_t (*Real)(int, const void *, size_t, off_t) = next("pwrite");
  return isTracked(File) && fails() ? -1 : Real(File, From, Size, Offset);
}

int linkat(int FromFolder, const char *From, int ToFolder, const char *To,
           int Flags) {
  int (*Real)(int, const char *, int, const char *, int) = next("linkat");
  return isTracked(ToFolder) && fails()
             ? -1
             : Real(FromFolder, From, ToFolder, To, Flags);
}

int renameat(int FromFolder, const char *From, int ToFolder, const char *To) {
  int (*Real)(int, const char *, int, const char *) = next("renameat");
  return isTracked(ToFolder) && fails() ? -1
                                        : Real(FromFolder, From, ToFolder, To);
}

int unlinkat(int Folder, const char *Name, int Flags) {
  int (*Real)(int, const char *, int) = next("unlinkat");
  return isTracked(Folder) && fails() ? -1 : Real(Folder, Name, Flags);
}

int futimens(int File, const struct timespec Times[2]) {
  int (*Real)(int, const struct timespec *) = next("futimens");
  return isTracked(File) && fails() ? -1 : Real(File, Times);
}

int fcntl(int File, int Command, ...) {
  int (*Real)(int, int, void *) = next("fcntl");
  va_list More;
  va_start(More, Command);
  void *const Argument = va_arg(More, void *);
  va_end(More);
  return isTracked(File) && fails() ? -1 : Real(File, Command, Argument);
}
