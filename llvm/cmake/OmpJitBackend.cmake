# How LLVM and lld come into a program that uses ompjitBackend: from the
# packaged shared libLLVM (tools), or from the archives (the compile service).
include_guard(GLOBAL)

set(OMPJIT_LLD_ARCHIVES
  ${OMPJIT_LLVM_LIBS}/liblldELF.a ${OMPJIT_LLVM_LIBS}/liblldCommon.a
  ${OMPJIT_LIB_z} ${OMPJIT_LIB_zstd} CACHE INTERNAL "")

# ompjit_link_backend_shared(Target)
# For tools: ompjitBackend, lld, and the packaged libLLVM.so.
function(ompjit_link_backend_shared Target)
  target_link_libraries(${Target} PRIVATE ompjitBackend ${OMPJIT_LLD_ARCHIVES})
  ompjit_link_llvm_shared(${Target})
endfunction()

# ompjit_link_backend_static(Target)
# For the compile service: LLVM and lld from the archives, with the code
# generators for hosts (x86, AArch64), NVPTX and AMDGPU only.
function(ompjit_link_backend_static Target)
  execute_process(
    COMMAND ${OMPJIT_LLVM_ROOT}/bin/llvm-config --link-static --libs x86 aarch64
            nvptx amdgpu lto passes ipo bitreader object option debuginfodwarf demangle dtlto
    OUTPUT_VARIABLE Archives OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(Archives)
  # Polly is not packaged with LLVM's archives, and nothing here asks for it.
  list(FILTER Archives EXCLUDE REGEX "Polly")
  target_link_directories(${Target} PRIVATE ${OMPJIT_LLVM_LIBS})
  target_link_libraries(${Target} PRIVATE ompjitBackend ${OMPJIT_LLD_ARCHIVES}
    ${Archives} ${OMPJIT_LIB_xml2} rt ${CMAKE_DL_LIBS} m Threads::Threads)
  target_link_options(${Target} PRIVATE -Wl,--exclude-libs,ALL -Wl,--as-needed)
  ompjit_absent_targets(${CMAKE_CURRENT_BINARY_DIR}/AbsentTargets.cpp)
  target_sources(${Target} PRIVATE
    ${CMAKE_CURRENT_BINARY_DIR}/AbsentTargets.cpp)
endfunction()

# ompjit_absent_targets(File)
# lld initialises every target that the packaged LLVM was built for. Writes a
# source with initialisers that do nothing for those that are left out.
function(ompjit_absent_targets File)
  set(Text "// Generated: targets that are not linked in.\nextern \"C\" {\n")
  foreach(Target IN LISTS LLVM_TARGETS_TO_BUILD)
    if(NOT Target MATCHES "^(X86|AArch64|NVPTX|AMDGPU)$")
      foreach(Part IN ITEMS TargetInfo Target TargetMC AsmPrinter AsmParser)
        string(APPEND Text "void LLVMInitialize${Target}${Part}() {}\n")
      endforeach()
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${File} CONTENT "${Text}}\n" @ONLY)
endfunction()
