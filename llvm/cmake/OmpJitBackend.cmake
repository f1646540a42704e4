# How LLVM and lld come into a program that uses ompjitBackend: from the
# packaged shared libLLVM (tools), or from the archives (the compile service).
include_guard(GLOBAL)

set(OMPJIT_LLD_ARCHIVES
  ${OMPJIT_LLVM_ROOT}/lib/liblldELF.a ${OMPJIT_LLVM_ROOT}/lib/liblldCommon.a
  ${OMPJIT_LIB_z} ${OMPJIT_LIB_zstd} CACHE INTERNAL "")

# ompjit_link_backend_shared(Target)
# For tools: ompjitBackend, lld, and the packaged libLLVM.so.
function(ompjit_link_backend_shared Target)
  target_link_libraries(${Target} PRIVATE ompjitBackend ${OMPJIT_LLD_ARCHIVES})
  ompjit_link_llvm_shared(${Target})
endfunction()
