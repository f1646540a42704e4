; Debug information survives: the kept function keeps its subprogram, a replaced
; argument shows as the constant, and the dropped function's is gone.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-extract<kernel;kernel>,ompjit-scalars<kernel;0=42>,verify' \
; RUN:   | FileCheck %s --implicit-check-not='name: "dropped"'

; CHECK-LABEL: define void @kernel(
; CHECK-SAME: !dbg [[KERNEL:![0-9]+]]
; CHECK: %[[#SLOT:]] = load ptr, ptr @__omp_jit_slots
; CHECK: #dbg_value(i64 42, [[N:![0-9]+]], !DIExpression(), [[WHERE:![0-9]+]])
; CHECK: store i64 42, ptr %[[#SLOT]], align 4, !dbg [[WHERE]]
; CHECK-DAG: [[KERNEL]] = distinct !DISubprogram(name: "kernel"
; CHECK-DAG: [[N]] = !DILocalVariable(name: "n"

@counter = global i64 0, !dbg !9

define void @kernel(ptr %env, i64 %n) !dbg !4 {
    #dbg_value(i64 %n, !7, !DIExpression(), !8)
  store i64 %n, ptr @counter, !dbg !8
  ret void, !dbg !8
}

define void @dropped(ptr %env) !dbg !6 {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "kernel.c", directory: "/")
!2 = !{i32 2, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{})
!6 = distinct !DISubprogram(name: "dropped", file: !1, line: 9, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocalVariable(name: "n", scope: !4, file: !1, line: 1, type: !11)
!8 = !DILocation(line: 2, scope: !4)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "counter", scope: !0, file: !1, line: 1, type: !11, isDefinition: true)
!11 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
