# OmpJit::offload; a part of OmpJitConfig.cmake, which says what it is.

# Other compilers would take the flags, or some of them, and link another runtime.
set(OmpJit_offload_FOUND TRUE)
file(REAL_PATH ${OmpJit_CLANG} _OmpJit_Ours)
foreach(_OmpJit_Language IN ITEMS C CXX)
  if(CMAKE_${_OmpJit_Language}_COMPILER)
    file(REAL_PATH ${CMAKE_${_OmpJit_Language}_COMPILER} _OmpJit_Theirs)
    if(NOT _OmpJit_Ours STREQUAL _OmpJit_Theirs)
      set(OmpJit_offload_FOUND FALSE)
    endif()
  endif()
endforeach()
if(NOT OmpJit_offload_FOUND)
  set(OmpJit_NOT_FOUND_MESSAGE "The component offload needs OMP-JIT's compilers: \
configure a fresh build folder with -DCMAKE_C_COMPILER=${OmpJit_CLANG} \
-DCMAKE_CXX_COMPILER=${OmpJit_CLANGXX}")
  return()
endif()

if(NOT DEFINED OmpJit_TARGETS AND NOT DEFINED OmpJit_ARCHS)
  set(OmpJit_TARGETS ${OmpJit_HOST})
endif()
set(_OmpJit_Flags -fopenmp)
list(JOIN OmpJit_TARGETS "," _OmpJit_Joined)
if(_OmpJit_Joined)
  list(APPEND _OmpJit_Flags -fopenmp-targets=${_OmpJit_Joined})
endif()
list(JOIN OmpJit_ARCHS "," _OmpJit_Joined)
if(_OmpJit_Joined)
  list(APPEND _OmpJit_Flags --offload-arch=${_OmpJit_Joined})
endif()
if("${OmpJit_MODE}" STREQUAL "jit")
  list(APPEND _OmpJit_Flags -fopenmp-target-jit)
elseif("${OmpJit_MODE}" STREQUAL "lto")
  list(APPEND _OmpJit_Flags -foffload-lto)
elseif(NOT "${OmpJit_MODE}" STREQUAL "")
  message(FATAL_ERROR "OmpJit_MODE is '${OmpJit_MODE}'; it may be 'lto' or 'jit', "
    "or empty for code that is compiled ahead of time")
endif()

if(NOT TARGET OmpJit::offload)
  add_library(OmpJit::offload INTERFACE IMPORTED)
  target_compile_options(OmpJit::offload INTERFACE
    $<$<COMPILE_LANGUAGE:C,CXX>:${_OmpJit_Flags}>)
  target_link_options(OmpJit::offload INTERFACE ${_OmpJit_Flags})
endif()
