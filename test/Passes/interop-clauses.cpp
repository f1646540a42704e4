// What clang 22 forgets of an interop construct: the preferences go to libomptarget in front of it, and of target and targetsync the latter is kept.
// DEFINE: %{options} = -fopenmp-version=60 -Wno-openmp-clauses -O0
// DEFINE: %{check} =
// DEFINE: %{see} = rm -rf %t && mkdir %t && %clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %{options} -save-temps=obj -c %s -o %t/x.o && llvm-dis < %t/interop-clauses-host-x86_64-pc-linux-gnu.bc | FileCheck %s %{check}
// RUN: %{see}
// REDEFINE: %{options} = -x c -std=c17 -DC -O2
// REDEFINE: %{check} = --check-prefix=C
// RUN: %{see}
// Without a preference the code is what it was.
// REDEFINE: %{options} = -DPLAIN -O0
// REDEFINE: %{check} = --check-prefix=PLAIN
// RUN: %{see}
// PLAIN-NOT: __ompjit_interop_prefer
// PLAIN: call void @__tgt_interop_init({{.*}}, i32 2, i32 -1,
// PLAIN-NOT: __ompjit_interop_prefer

#include <omp.h>

#ifdef PLAIN

void plain(omp_interop_t O) {
#pragma omp interop init(targetsync : O)
#pragma omp interop use(O)
#pragma omp interop destroy(O)
}

#else

// CHECK-LABEL: define {{.*}}byName
// CHECK: call void @__ompjit_interop_prefer(i64 {{(noundef )?}}1797)
// CHECK: call void @__tgt_interop_init({{.*}}, i32 2, i32 1,
// C-LABEL: define {{.*}}byName
// C: call void @__ompjit_interop_prefer(i64 noundef 1797)
// C: call void @__tgt_interop_init({{.*}}, i32 2, i32 1,
void byName(void) {
  omp_interop_t O = omp_interop_none;
#pragma omp interop init(prefer_type("hip", "hsa"), targetsync : O) device(1)
}

// CHECK-LABEL: define {{.*}}byNumber
// CHECK: call void @__ompjit_interop_prefer(i64 {{(noundef )?}}517)
// CHECK: call void @__tgt_interop_init({{.*}}, i32 1, i32 -1,
void byNumber(void) {
  omp_interop_t O = omp_interop_none;
#pragma omp interop init(prefer_type(omp_ifr_hip, 1 + 1), target : O)
}

// CHECK-LABEL: define {{.*}}unknown
// CHECK-NOT: __ompjit_interop_prefer
// CHECK: call void @__tgt_interop_init({{.*}}, i32 2, i32 -1,
void unknown(void) {
  omp_interop_t O = omp_interop_none;
#pragma omp interop init(prefer_type("tomorrow's"), target, targetsync : O)
}

#ifndef C

// CHECK-LABEL: define {{.*}}several
// CHECK: call void @__ompjit_interop_prefer(i64 {{(noundef )?}}0)
// CHECK: call void @__ompjit_interop_prefer(i64 {{(noundef )?}}4)
// CHECK: call void @__tgt_interop_init(
// CHECK: call void @__tgt_interop_init(
void several(omp_interop_t &A, omp_interop_t &B) {
#pragma omp interop init(target : A) init(prefer_type("sycl"), targetsync : B)
}

// CHECK-LABEL: define {{.*}}inClass
// CHECK: call void @__ompjit_interop_prefer(i64 {{(noundef )?}}1)
struct Class {
  void inClass(omp_interop_t &O) {
    auto Lambda = [&] {
#pragma omp interop init(prefer_type("cuda"), targetsync : O)
    };
    if (O)
      for (;;) {
#pragma omp interop init(prefer_type("cuda"), targetsync : O)
      }
    Lambda();
  }
};
void use(Class &C, omp_interop_t &O) { C.inClass(O); }

// Of the lambda.
// CHECK-LABEL: define {{.*}}Class7inClass{{.*}}clEv
// CHECK: call void @__ompjit_interop_prefer(i64 {{(noundef )?}}1)

// CHECK-LABEL: define {{.*}}inTemplate
// CHECK: call void @__ompjit_interop_prefer(i64 {{(noundef )?}}6)
template <int Runtime> void inTemplate(omp_interop_t &O) {
#pragma omp interop init(prefer_type(Runtime), targetsync : O)
}
template void inTemplate<6>(omp_interop_t &);

// CHECK-LABEL: define {{.*}}asNeeded
// CHECK: call void @__ompjit_interop_prefer(i64 {{(noundef )?}}4)
// CHECK-NOT: __ompjit_interop_prefer
// CHECK: call void @__tgt_interop_init({{.*}}, i32 2, i32 -1,
template <typename T> void asNeeded(T &O) {
#pragma omp interop init(prefer_type("sycl"), target, targetsync : O)
}
void use(omp_interop_t &O) { asNeeded(O); }

#endif
#endif
