// The page of a report opens in a browser without network: its program fills the tables without errors, sorts them, and shows
// names as text, whatever they contain.
// REQUIRES: chromium, root
// RUN: %clangxx -O2 -gline-tables-only -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: rm -rf %t.dump
// RUN: env OMP_JIT_ASYNC=0 OMP_JIT_REPORT=%t.html OMP_JIT_DUMP=%t.dump OMP_JIT_THRESHOLD=2 %ours %t
// RUN: not grep -E 'https?://' %t.html
// DEFINE: %{table} =
// DEFINE: %{open} = unshare --net chromium --headless --no-sandbox --disable-gpu --user-data-dir=%t.profile --dump-dom \
// DEFINE:   file://%t.html%{table} 2>/dev/null
// RUN: %{open} > %t.dom
// RUN: FileCheck %s < %t.dom
// CHECK: <body{{.*}} data-ready="yes"
// CHECK-NOT: data-error
// CHECK: <h1 id="title">Device work of report-page.cpp.tmp</h1>
// CHECK: 52</b><span>launches</span>
// CHECK: <canvas id="time-line" width="{{[1-9][0-9]*}}" height="{{[1-9][0-9]*}}"
// CHECK: <table id="kernels">{{.*}}<th class="" aria-sort="descending">total</th>
// CHECK: long_one(double*, int, float), line {{.*}}often(double*){{.*}}</table>
// CHECK: <ul class="tree">
// CHECK: = 0x3a83126f (0.001)
// CHECK: was 0x3a83126f (0.001), is 0x3f000000 (0.5)
// CHECK: given up: its value was new
// CHECK: <table id="mappings">
// CHECK: <table id="ranks">
// A page of these names would run this program, if they were taken for tags.
// CHECK-NOT: <img src
//
// A link can sort a table.
// REDEFINE: %{table} = \#kernels=launches
// RUN: %{open} | FileCheck %s --check-prefix=MOST
// MOST: aria-sort="descending">launches</th>{{.*}}often(double*){{.*}}long_one(double*, int, float)
// REDEFINE: %{table} = \#kernels=-launches
// RUN: %{open} | FileCheck %s --check-prefix=LEAST
// LEAST: aria-sort="ascending">launches</th>{{.*}}long_one(double*, int, float){{.*}}often(double*)
//
// The code of images is there, side by side.
// RUN: FileCheck %s --check-prefix=CODE < %t.dom
// CODE: <div class="code"><div><select><option value="after.ll">
// CODE: define
// CODE: <option value="s">
//
// RUN: sed 's/often(double\*)/<img src=x onerror=document.body.dataset.error=1><\/script>/g' %t.html.trace > %t.trace
// RUN: sed -i 's/__omp_offloading__ZL5oftenPd_l[0-9]*/<img src=y onerror=document.body.dataset.error=1><\/script>/g' %t.trace
// RUN: %builddir/bin/ompjit-report -o %t.html %t.trace
// REDEFINE: %{table} =
// RUN: %{open} | FileCheck %s --check-prefix=NAMES --implicit-check-not='<img' --implicit-check-not=data-error
// NAMES: data-ready="yes"
// NAMES: &lt;img src=

#include <cmath>
#include <vector>

static void often(double *Table) {
#pragma omp target map(tofrom : Table[0 : 100])
  Table[0] += 1;
}

static void long_one(double *Table, int Number, float Share) {
#pragma omp target teams distribute parallel for map(tofrom : Table[0 : 100000])
  for (int I = 0; I < 100000; ++I)
    for (int Round = 0; Round < 100; ++Round)
      Table[I] = std::sqrt(Table[I] + Number * Share);
}

int main() {
  std::vector<double> Table(100000, 1.0);
  for (int Number = 0; Number < 40; ++Number)
    often(Table.data());
  for (int Number = 0; Number < 12; ++Number)
    long_one(Table.data(), Number, Number % 2 ? 0.5f : 0.001f);
}
