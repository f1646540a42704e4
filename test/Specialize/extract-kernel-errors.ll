; What cannot be extracted is an error: an unknown kernel, a constant that holds
; the address of shared state, a landing pad that catches by it.
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-extract<kernel;nothing>' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-extract<kernel;declared>' 2>&1 | FileCheck %s --check-prefix=DECLARED
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-extract<kernel;constant>' 2>&1 | FileCheck %s --check-prefix=CONSTANT
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-extract<kernel;catch>' 2>&1 | FileCheck %s --check-prefix=CONSTANT

; UNKNOWN: the bitcode has no kernel nothing
; DECLARED: the bitcode has no kernel declared
; CONSTANT: the shared counter is used where only a constant can stand

@counter = global i32 0
@pointer = internal constant ptr @counter

declare void @declared(ptr)
declare i32 @__gxx_personality_v0(...)
declare void @may_throw()

define void @constant(ptr %env) {
  %p = load ptr, ptr @pointer
  store i32 0, ptr %p
  ret void
}

define void @catch(ptr %env) personality ptr @__gxx_personality_v0 {
  invoke void @may_throw() to label %end unwind label %pad
pad:
  %x = landingpad { ptr, i32 } catch ptr @counter
  br label %end
end:
  ret void
}
