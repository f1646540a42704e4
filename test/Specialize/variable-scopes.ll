; Accesses to variables that a kernel finds in its slots do not alias those to other variables; what may lead elsewhere
; may alias all of them, and so may an alias.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-extract<kernel;kernel>,ompjit-variable-scopes,ompjit-variable-scopes,verify' | FileCheck %s

@a = global [16 x double] zeroinitializer
@b = global [16 x double] zeroinitializer
@c = global [16 x double] zeroinitializer
@other = alias [16 x double], ptr @c

; CHECK-LABEL: define void @kernel(
; CHECK: load double, ptr %{{.*}}, align 8, !alias.scope [[A:![0-9]+]], !noalias [[NOTA:![0-9]+]]
; CHECK: store double %{{.*}}, ptr %{{.*}}, align 8, !alias.scope [[B:![0-9]+]], !noalias [[NOTB:![0-9]+]]
; CHECK: store double 1.000000e+00, ptr %either, align 8, !alias.scope [[NOTC:![0-9]+]], !noalias [[C:![0-9]+]]
; CHECK: store double 2.000000e+00, ptr %parameter, align 8{{$}}
; CHECK: store double 3.000000e+00, ptr %{{[0-9]+}}, align 8{{$}}
; CHECK: store double 4.000000e+00, ptr %any, align 8{{$}}
; CHECK: store double 5.000000e+00, ptr %{{[0-9]+}}, align 8, !alias.scope [[C]], !noalias [[NOTC]]
; CHECK-DAG: [[A]] = !{[[SA:![0-9]+]]}
; CHECK-DAG: [[B]] = !{[[SB:![0-9]+]]}
; CHECK-DAG: [[C]] = !{[[SC:![0-9]+]]}
; CHECK-DAG: [[NOTA]] = !{[[SC]], [[SB]]}
; CHECK-DAG: [[NOTC]] = !{[[SB]], [[SA]]}
define void @kernel(ptr %env, ptr %parameter, i64 %i, i1 %which) {
  %from = getelementptr [16 x double], ptr @a, i64 0, i64 %i
  %value = load double, ptr %from
  %to = getelementptr [16 x double], ptr @b, i64 0, i64 %i
  store double %value, ptr %to
  %either = select i1 %which, ptr %from, ptr %to
  store double 1.0, ptr %either
  store double 2.0, ptr %parameter
  store double 3.0, ptr @other
  %any = select i1 %which, ptr %parameter, ptr %to
  store double 4.0, ptr %any
  store double 5.0, ptr @c
  ret void
}
