// The link step is our linker wrapper, and finds our libomptarget before any
// other, at link time and at run time.
//
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OURS -DLIB=%libdir -DTHEIRS=%packaged_libdir \
// RUN:     -DBIN=%builddir/bin -DLINKER=/ld
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fuse-ld=lld %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OURS -DLIB=%libdir -DTHEIRS=%packaged_libdir \
// RUN:     -DBIN=%builddir/bin -DLINKER=/ld.lld
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -shared -fPIC %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OURS -DLIB=%libdir -DTHEIRS=%packaged_libdir \
// RUN:     -DBIN=%builddir/bin -DLINKER=/ld
//
// So it is even if the build names the packaged folder, as the packaged driver
// makes builds do.
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu \
// RUN:   -L%packaged_libdir -Wl,-rpath,%packaged_libdir %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NAMED -DLIB=%libdir -DTHEIRS=%packaged_libdir
//
// OURS: "[[BIN]]/clang-linker-wrapper" "--host-triple=x86_64-pc-linux-gnu" "--linker-path={{[^"]*}}[[LINKER]]"
// OURS-SAME: "-L[[LIB]]" {{.*}}"-L[[THEIRS]]"
// OURS-SAME: "-rpath" "[[LIB]]"
//
// NAMED: clang-linker-wrapper"
// NAMED-SAME: "-L[[LIB]]" "-L[[THEIRS]]"
// NAMED-SAME: "-rpath" "[[LIB]]" "-rpath" "[[THEIRS]]"
// NAMED-SAME: "-lomptarget"
//
// An object compiled before is linked in the same way, and the packaged tools
// run otherwise.
// RUN: rm -rf %t && mkdir %t && touch %t/region.o
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %t/region.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OURS -DLIB=%libdir -DTHEIRS=%packaged_libdir \
// RUN:     -DBIN=%builddir/bin -DLINKER=/ld
// RUN: %clangxx -### -fopenmp --offload-link %t/region.o -lomptarget 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OURS -DLIB=%libdir -DTHEIRS=%packaged_libdir \
// RUN:     -DBIN=%builddir/bin -DLINKER=/ld
// RUN: %clangxx -### -fopenmp %t/region.o 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: clang-linker-wrapper
// PLAIN-NOT: -rpath
//
// No run path on request, in a static program, or where nothing is linked yet.
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fno-rtlib-add-rpath %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NORPATH -DLIB=%libdir
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -static %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NORPATH -DLIB=%libdir
// NORPATH-NOT: "-rpath"
// NORPATH: "-L[[LIB]]"
// NORPATH-NOT: "-rpath"
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -r %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RELOCATABLE -DLIB=%libdir -DBIN=%builddir/bin
// RELOCATABLE: "[[BIN]]/clang-linker-wrapper"
// RELOCATABLE-NOT: "-L[[LIB]]"
// RELOCATABLE-NOT: "-rpath"
//
// A linker wrapper that the user chose stays.
// RUN: cp /bin/true %t/clang-linker-wrapper
// RUN: %clangxx -### -B%t -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CHOSEN -DFOLDER=%t
// CHOSEN: "[[FOLDER]]/clang-linker-wrapper"

int main() {}
