# generate_jit_lto_kernels(): fragments of kernels for a library; a part of
# OmpJitConfig.cmake. docs/fragments.md describes it.
#
#   generate_jit_lto_kernels(<list-variable>
#     NAME_FORMAT <format>              names of files, from a matrix's entries
#     MATRIX_JSON_FILE <file> | MATRIX_JSON_STRING <text>
#     KERNEL_INPUT_FILE <template>
#     [CUDA_KERNEL_INPUT_FILE <template>]  of CUDA, for NVIDIA's GPUs
#     FRAGMENT_TAG_FORMAT <format>      types, from a matrix's entries
#     FRAGMENT_TAG_HEADER_FILES <header>...
#     OUTPUT_DIRECTORY <folder>
#     [KERNEL_LINK_LIBRARIES <target>...]
#     [KERNEL_EXTRA_COMPILE_OPTIONS <option>...]
#     [NO_WARN_UNUSED] [NO_WARN_USED] [NO_WARN_TYPES])
#
# A template whose name ends with .cu or .cu.in is one of CUDA, also as
# KERNEL_INPUT_FILE.
#
# Everything whose name begins with `_` is for the functions here.
cmake_policy(VERSION 3.25)

set(_OmpJit_FRAGMENTS_DIR ${CMAKE_CURRENT_LIST_DIR})

# _ompjit_fragment_fail(Text...)
# Lines that begin with a space are not wrapped, so that paths stay whole.
function(_ompjit_fragment_fail)
  set(Text " generate_jit_lto_kernels: ")
  math(EXPR Last "${ARGC} - 1")
  foreach(I RANGE ${Last}) # Not ARGV, which is a list.
    string(APPEND Text "${ARGV${I}}")
  endforeach()
  string(REPLACE "\n" "\n " Text "${Text}")
  message(FATAL_ERROR "${Text}")
endfunction()

# _ompjit_fragment_targets(Out)
# The flags of each compilation of a fragment, with spaces between those of one.
# One target at a time, because the compiler tells of the headers of one only.
# Where targets and architectures may belong together, they stay together.
function(_ompjit_fragment_targets Out)
  set(Targets ${OmpJit_TARGETS})
  if(NOT DEFINED OmpJit_TARGETS AND NOT DEFINED OmpJit_ARCHS)
    set(Targets ${OmpJit_HOST})
  endif()
  set(Separate TRUE)
  set(Sets)
  foreach(Each IN LISTS Targets)
    list(APPEND Sets "-fopenmp-targets=${Each}")
    if(NOT Each MATCHES "^(x86_64|aarch64)")
      set(Separate FALSE)
    endif()
  endforeach()
  foreach(Each IN LISTS OmpJit_ARCHS)
    list(APPEND Sets "--offload-arch=${Each}")
    if(NOT Each MATCHES "^(sm_|gfx)")
      set(Separate FALSE)
    endif()
  endforeach()
  if(NOT Sets)
    _ompjit_fragment_fail("OmpJit_TARGETS and "
      "OmpJit_ARCHS name no target")
  endif()
  if(NOT Separate)
    set(Sets)
    if(Targets)
      list(JOIN Targets "," Joined)
      list(APPEND Sets "-fopenmp-targets=${Joined}")
    endif()
    if(OmpJit_ARCHS)
      list(JOIN OmpJit_ARCHS "," Joined)
      list(APPEND Sets "--offload-arch=${Joined}")
    endif()
    list(JOIN Sets " " Sets)
  endif()
  set(${Out} "${Sets}" PARENT_SCOPE)
endfunction()

# _ompjit_fragment_only_cuda()
# Fails if there are targets for which nvcc does not compile.
function(_ompjit_fragment_only_cuda)
  set(Others ${OmpJit_TARGETS} ${OmpJit_ARCHS})
  list(FILTER Others EXCLUDE REGEX "^sm_")
  if(Others OR NOT OmpJit_ARCHS)
    list(JOIN Others " " Others)
    if(NOT Others)
      set(Others "nothing")
    endif()
    _ompjit_fragment_fail("KERNEL_INPUT_FILE is a CUDA source, which nvcc "
      "compiles for NVIDIA's GPUs only, and OmpJit_TARGETS and OmpJit_ARCHS name "
      "${Others}; have the other targets' code in a C++ source, as "
      "KERNEL_INPUT_FILE, and this one as CUDA_KERNEL_INPUT_FILE")
  endif()
endfunction()

# _ompjit_fragment_cuda(OutTargets OutNvcc Archs)
# nvcc, and its flags for the GPUs, all of which one command compiles for.
function(_ompjit_fragment_cuda OutTargets OutNvcc Archs)
  if(CMAKE_CUDA_COMPILER AND CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")
    set(Nvcc ${CMAKE_CUDA_COMPILER})
  else()
    find_program(OmpJit_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH
      PATHS /usr/local/cuda PATH_SUFFIXES bin
      DOC "Compiles CUDA sources of fragments")
    set(Nvcc ${OmpJit_NVCC})
  endif()
  if(NOT Nvcc)
    _ompjit_fragment_fail("there is a CUDA source, and no nvcc: enable the "
      "language CUDA, put nvcc into PATH, or set OmpJit_NVCC")
  endif()
  set(Targets)
  foreach(Each IN LISTS Archs)
    string(REPLACE "sm_" "" Each ${Each})
    list(APPEND Targets "-gencode arch=compute_${Each},code=lto_${Each}")
  endforeach()
  list(JOIN Targets " " Targets)
  set(${OutTargets} "${Targets}" PARENT_SCOPE)
  set(${OutNvcc} "${Nvcc}" PARENT_SCOPE)
endfunction()

# _ompjit_fragment_matrix(Out File Options)
# The product of a matrix as a JSON array.
function(_ompjit_fragment_matrix Out File Options)
  execute_process(COMMAND ${OmpJit_MATRIX} ${Options} ${File}
    RESULT_VARIABLE Result OUTPUT_VARIABLE Entries ERROR_VARIABLE Said)
  string(STRIP "${Said}" Said)
  if(NOT Result EQUAL 0 AND NOT Said)
    _ompjit_fragment_fail("${OmpJit_MATRIX} did not run: ${Result}")
  elseif(NOT Result EQUAL 0)
    _ompjit_fragment_fail("${Said}")
  elseif(Said)
    string(REPLACE "\n" "\n " Said " ${Said}")
    message(WARNING "${Said}")
  endif()
  set(${Out} "${Entries}" PARENT_SCOPE)
endfunction()

# _ompjit_fragment_flags(Out Folder Libraries Options Nvcc)
# Writes the flags that all fragments of a call share into a file that the
# compiler reads. Those of libraries are known when everything is configured, so
# that they go through a file that the build converts.
function(_ompjit_fragment_flags Out Folder Libraries Options Nvcc)
  string(MD5 Call
    "${CMAKE_CURRENT_BINARY_DIR};${Folder};${Libraries};${Options};${Nvcc}")
  set(ForNvcc)
  if(Nvcc)
    set(ForNvcc -DNVCC=ON)
  endif()
  set(Stem ${Folder}/flags-${Call})
  set(${Out} ${Stem}.rsp PARENT_SCOPE)
  set(Usage _ompjit_fragments_${Call})
  if(TARGET ${Usage})
    return()
  endif()
  add_library(${Usage} INTERFACE)
  target_link_libraries(${Usage} INTERFACE OmpJit::fragments ${Libraries})
  set(Text "standard ${CMAKE_CXX_STANDARD}\nextensions ${CMAKE_CXX_EXTENSIONS}\n")
  foreach(Pair IN ITEMS include=INCLUDE_DIRECTORIES define=COMPILE_DEFINITIONS
          system=SYSTEM_INCLUDE_DIRECTORIES feature=COMPILE_FEATURES
          option=COMPILE_OPTIONS)
    string(REPLACE "=" ";" Pair ${Pair})
    list(GET Pair 0 Word)
    list(GET Pair 1 Property)
    string(APPEND Text
      "${Word} $<JOIN:$<TARGET_PROPERTY:${Usage},INTERFACE_${Property}>,\n${Word} >\n")
  endforeach()
  foreach(Each IN LISTS Options)
    string(APPEND Text "option ${Each}\n")
  endforeach()
  file(GENERATE OUTPUT ${Stem}.$<COMPILE_LANGUAGE> CONTENT "${Text}"
    TARGET ${Usage})
  set(Script ${_OmpJit_FRAGMENTS_DIR}/OmpJitFragmentFlags.cmake)
  add_custom_command(OUTPUT ${Stem}.rsp
    COMMAND ${CMAKE_COMMAND} -DIN=${Stem}.CXX -DOUT=${Stem}.rsp
            -DCONFIG=$<CONFIG> ${ForNvcc} -P ${Script}
    DEPENDS ${Stem}.CXX ${Script}
    COMMENT "Flags of the fragments in ${Folder}"
    VERBATIM)
endfunction()

# _ompjit_fragment_names(Out Text)
# The names between two @ in a text.
function(_ompjit_fragment_names Out Text)
  string(REGEX MATCHALL "@[A-Za-z0-9_./+-]+@" Found "${Text}")
  list(TRANSFORM Found REPLACE "@" "")
  list(REMOVE_DUPLICATES Found)
  set(${Out} "${Found}" PARENT_SCOPE)
endfunction()

# _ompjit_fragment_entry(Entry Source...)
# Configures the files of an entry, whose values are variables here and nowhere
# else. Leaves its name in _OmpJit_Name and the sources in _OmpJit_Sources.
function(_ompjit_fragment_entry _OmpJit_Entry)
  string(JSON _OmpJit_Number LENGTH "${_OmpJit_Entry}")
  set(_OmpJit_Index 0)
  set(_OmpJit_Shown "")
  while(_OmpJit_Index LESS _OmpJit_Number)
    string(JSON _OmpJit_Key MEMBER "${_OmpJit_Entry}" ${_OmpJit_Index})
    if(NOT _OmpJit_Key MATCHES "^[A-Za-z0-9_./+-]+$")
      _ompjit_fragment_fail("${_OmpJit_Matrix}: the key "
        "'${_OmpJit_Key}' cannot stand between two @; a key has letters, "
        "digits and the characters _./+-")
    endif()
    string(JSON _OmpJit_Value GET "${_OmpJit_Entry}" "${_OmpJit_Key}")
    set("${_OmpJit_Key}" "${_OmpJit_Value}")
    string(APPEND _OmpJit_Shown " ${_OmpJit_Key}='${_OmpJit_Value}'")
    math(EXPR _OmpJit_Index "${_OmpJit_Index} + 1")
  endwhile()
  foreach(_OmpJit_Format IN ITEMS NAME_FORMAT FRAGMENT_TAG_FORMAT)
    _ompjit_fragment_names(_OmpJit_Names "${_OmpJit_ARG_${_OmpJit_Format}}")
    foreach(_OmpJit_Each IN LISTS _OmpJit_Names)
      if(NOT DEFINED "${_OmpJit_Each}")
        _ompjit_fragment_fail("${_OmpJit_Format} has "
          "@${_OmpJit_Each}@, and this entry of ${_OmpJit_Matrix} has no such "
          "key:${_OmpJit_Shown}")
      endif()
    endforeach()
  endforeach()
  string(CONFIGURE "${_OmpJit_ARG_NAME_FORMAT}" _OmpJit_Name @ONLY)
  string(CONFIGURE "${_OmpJit_ARG_FRAGMENT_TAG_FORMAT}" _OmpJit_Tag @ONLY)
  if(NOT _OmpJit_Name MATCHES "^[A-Za-z0-9_.+-]+$")
    _ompjit_fragment_fail("NAME_FORMAT makes the name "
      "'${_OmpJit_Name}' of this entry of ${_OmpJit_Matrix}; a name has letters, "
      "digits and the characters _.+-:${_OmpJit_Shown}")
  endif()
  set(_OmpJit_Stem "${_OmpJit_Folder}/${_OmpJit_Name}")
  string(MD5 _OmpJit_Id "${_OmpJit_Stem}")
  set(_OmpJit_Who "${_OmpJit_Matrix}:${_OmpJit_Shown}")
  get_property(_OmpJit_Other GLOBAL PROPERTY _OmpJit_FRAGMENT_${_OmpJit_Id})
  if(_OmpJit_Other)
    _ompjit_fragment_fail("two fragments have the name "
      "${_OmpJit_Name} in ${_OmpJit_Folder}; let NAME_FORMAT have all that "
      "differs.\nThe first one: ${_OmpJit_Other}\nThe second one: "
      "${_OmpJit_Who}")
  endif()
  set_property(GLOBAL PROPERTY _OmpJit_FRAGMENT_${_OmpJit_Id} "${_OmpJit_Who}")
  foreach(_OmpJit_Language IN ITEMS cpp cu)
    if(_OmpJit_Template_${_OmpJit_Language})
      configure_file("${_OmpJit_Template_${_OmpJit_Language}}"
        "${_OmpJit_Stem}_kernel.${_OmpJit_Language}" @ONLY)
    endif()
  endforeach()
  configure_file(${_OmpJit_FRAGMENTS_DIR}/OmpJitFatbin.cpp.in
    "${_OmpJit_Stem}_fatbin.cpp" @ONLY)
  set(_OmpJit_Name "${_OmpJit_Name}" PARENT_SCOPE)
endfunction()

# _ompjit_fragment_objects(Out Stem Flags Targets)
# Compiles the C++ source of a fragment. The result is what ompjit-fragment takes,
# with an architecture before each object that does not say its own.
function(_ompjit_fragment_objects Out Stem Flags Targets)
  set(Inputs)
  set(Index 0)
  foreach(Each IN LISTS Targets)
    set(Object ${Stem}_kernel.${Index}.o)
    string(REPLACE " " ";" Words "${Each}")
    # Alone, without the compilation for the host. Bitcode does not say for
    # which GPU it is.
    if(Each MATCHES "^-fopenmp-targets=(x86_64|aarch64)[^, ]*$")
      list(APPEND Words --offload-device-only -emit-llvm)
      list(APPEND Inputs --arch=generic)
    elseif(Each MATCHES "^--offload-arch=((sm_|gfx)[^, ]*)$")
      list(APPEND Words --offload-device-only -emit-llvm)
      list(APPEND Inputs --arch=${CMAKE_MATCH_1})
    endif()
    add_custom_command(OUTPUT ${Object}
      COMMAND ${OmpJit_CLANGXX} @${Flags} -fopenmp ${Words} -foffload-lto
              -MD -MT ${Object} -MF ${Object}.d -c ${Stem}_kernel.cpp -o ${Object}
      DEPENDS ${Stem}_kernel.cpp ${Flags} ${OmpJit_CLANGXX}
      DEPFILE ${Object}.d
      COMMENT "Compiling ${Stem}_kernel.cpp with ${Each}"
      VERBATIM)
    list(APPEND Inputs ${Object})
    math(EXPR Index "${Index} + 1")
  endforeach()
  set(${Out} "${Inputs}" PARENT_SCOPE)
endfunction()

# _ompjit_fragment_cuda_object(Out Stem Flags Targets Nvcc)
# The same for a CUDA source.
function(_ompjit_fragment_cuda_object Out Stem Flags Targets Nvcc)
  set(Object ${Stem}_kernel.fatbin)
  string(REPLACE " " ";" Words "${Targets}")
  add_custom_command(OUTPUT ${Object}
    COMMAND ${Nvcc} -optf ${Flags} ${Words} -rdc=true -fatbin -MD -MT ${Object}
            -MF ${Object}.d ${Stem}_kernel.cu -o ${Object}
    DEPENDS ${Stem}_kernel.cu ${Flags}
    DEPFILE ${Object}.d
    COMMENT "Compiling ${Stem}_kernel.cu with ${Targets}"
    VERBATIM)
  set(${Out} "${Object}" PARENT_SCOPE)
endfunction()

# _ompjit_fragment_header(Stem Inputs)
# Makes the header of a fragment.
function(_ompjit_fragment_header Stem Inputs)
  set(Objects "${Inputs}")
  list(FILTER Objects EXCLUDE REGEX "^--arch=")
  add_custom_command(OUTPUT ${Stem}_fatbin.h
    COMMAND ${OmpJit_FRAGMENT} ${Inputs} --header=${Stem}_fatbin.h
            --array=embedded_fatbin
    DEPENDS ${Objects} ${OmpJit_FRAGMENT}
    COMMENT "Making the fragment ${Stem}_fatbin.h"
    VERBATIM)
endfunction()

# _ompjit_fragment_languages()
# Leaves the templates of the languages in _OmpJit_Template_cpp and _cu, empty if
# there is nothing to compile of it, and their targets and flags in variables
# with the same ends.
function(_ompjit_fragment_languages)
  set(Cuda)
  set(Nvcc)
  set(Archs ${OmpJit_ARCHS})
  list(FILTER Archs INCLUDE REGEX "^sm_")
  if(_OmpJit_Template MATCHES "\\.cu(\\.in)?$")
    if(NOT "${_OmpJit_ARG_CUDA_KERNEL_INPUT_FILE}" STREQUAL "")
      _ompjit_fragment_fail("KERNEL_INPUT_FILE and CUDA_KERNEL_INPUT_FILE are "
        "both CUDA sources")
    endif()
    _ompjit_fragment_only_cuda()
    set(Cuda "${_OmpJit_Template}")
    set(_OmpJit_Template)
  elseif(NOT "${_OmpJit_ARG_CUDA_KERNEL_INPUT_FILE}" STREQUAL "")
    _ompjit_fragment_file(Cuda CUDA_KERNEL_INPUT_FILE)
    # What is left is for clang.
    list(FILTER OmpJit_ARCHS EXCLUDE REGEX "^sm_")
    if(NOT Archs)
      set(Cuda)
    elseif(NOT OmpJit_ARCHS AND NOT OmpJit_TARGETS)
      set(_OmpJit_Template)
    endif()
  endif()
  foreach(Each IN ITEMS "${_OmpJit_Template}" "${Cuda}")
    if(Each)
      _ompjit_fragment_template("${Each}" "${_OmpJit_Entries}")
    endif()
  endforeach()
  if(_OmpJit_Template)
    _ompjit_fragment_targets(Targets)
    set(_OmpJit_Targets_cpp "${Targets}" PARENT_SCOPE)
    _ompjit_fragment_flags(Flags "${_OmpJit_Folder}"
      "${_OmpJit_ARG_KERNEL_LINK_LIBRARIES}"
      "${_OmpJit_ARG_KERNEL_EXTRA_COMPILE_OPTIONS}" "")
    set(_OmpJit_Flags_cpp "${Flags}" PARENT_SCOPE)
  endif()
  if(Cuda)
    _ompjit_fragment_cuda(Targets Nvcc "${Archs}")
    set(_OmpJit_Targets_cu "${Targets}" PARENT_SCOPE)
    _ompjit_fragment_flags(Flags "${_OmpJit_Folder}"
      "${_OmpJit_ARG_KERNEL_LINK_LIBRARIES}"
      "${_OmpJit_ARG_KERNEL_EXTRA_COMPILE_OPTIONS}" "${Nvcc}")
    set(_OmpJit_Flags_cu "${Flags}" PARENT_SCOPE)
  endif()
  set(_OmpJit_Template_cpp "${_OmpJit_Template}" PARENT_SCOPE)
  set(_OmpJit_Template_cu "${Cuda}" PARENT_SCOPE)
  set(_OmpJit_Nvcc "${Nvcc}" PARENT_SCOPE)
endfunction()

# _ompjit_fragment_template(Template Entries)
# Fails if the template has a name that no entry and no variable has.
function(_ompjit_fragment_template _OmpJit_Template _OmpJit_Entries)
  file(READ "${_OmpJit_Template}" _OmpJit_Text)
  _ompjit_fragment_names(_OmpJit_Names "${_OmpJit_Text}")
  foreach(_OmpJit_Each IN LISTS _OmpJit_Names)
    string(FIND "${_OmpJit_Entries}" "\"${_OmpJit_Each}\":" _OmpJit_At)
    if(_OmpJit_At LESS 0 AND NOT DEFINED "${_OmpJit_Each}")
      _ompjit_fragment_fail("${_OmpJit_Template} has "
        "@${_OmpJit_Each}@, and no entry of ${_OmpJit_Matrix} has such a key")
    endif()
  endforeach()
endfunction()

# _ompjit_fragment_check()
# Checks the arguments of the call.
function(_ompjit_fragment_check)
  if(_OmpJit_ARG_UNPARSED_ARGUMENTS)
    _ompjit_fragment_fail("unknown arguments: "
      "${_OmpJit_ARG_UNPARSED_ARGUMENTS}")
  endif()
  foreach(Each IN ITEMS NAME_FORMAT KERNEL_INPUT_FILE FRAGMENT_TAG_FORMAT
          FRAGMENT_TAG_HEADER_FILES OUTPUT_DIRECTORY)
    if("${_OmpJit_ARG_${Each}}" STREQUAL "")
      _ompjit_fragment_fail("${Each} is missing")
    endif()
  endforeach()
  if("${_OmpJit_ARG_MATRIX_JSON_FILE}${_OmpJit_ARG_MATRIX_JSON_STRING}" STREQUAL "")
    _ompjit_fragment_fail("neither MATRIX_JSON_FILE nor "
      "MATRIX_JSON_STRING is there")
  endif()
  foreach(Each IN LISTS _OmpJit_ARG_KERNEL_LINK_LIBRARIES)
    if(NOT TARGET ${Each})
      _ompjit_fragment_fail("KERNEL_LINK_LIBRARIES names "
        "'${Each}', which is no target")
    endif()
  endforeach()
  get_property(Multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(Multi)
    _ompjit_fragment_fail("the generator "
      "'${CMAKE_GENERATOR}' has several configurations in one folder; use Ninja "
      "or Unix Makefiles")
  endif()
  if(NOT CMAKE_CXX_COMPILER_LOADED)
    _ompjit_fragment_fail("the project needs the language "
      "CXX")
  endif()
endfunction()

# _ompjit_fragment_file(Out Argument)
# The absolute path of a file that has to be there.
function(_ompjit_fragment_file Out Argument)
  set(File "${_OmpJit_ARG_${Argument}}")
  cmake_path(ABSOLUTE_PATH File BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    NORMALIZE)
  if(NOT EXISTS "${File}" OR IS_DIRECTORY "${File}")
    _ompjit_fragment_fail("${Argument}: there is no file "
      "${File}")
  endif()
  set(${Out} "${File}" PARENT_SCOPE)
endfunction()

function(generate_jit_lto_kernels _OmpJit_List)
  cmake_parse_arguments(PARSE_ARGV 1 _OmpJit_ARG
    "NO_WARN_UNUSED;NO_WARN_USED;NO_WARN_TYPES"
    "NAME_FORMAT;MATRIX_JSON_FILE;MATRIX_JSON_STRING;KERNEL_INPUT_FILE;CUDA_KERNEL_INPUT_FILE;FRAGMENT_TAG_FORMAT;OUTPUT_DIRECTORY"
    "FRAGMENT_TAG_HEADER_FILES;KERNEL_LINK_LIBRARIES;KERNEL_EXTRA_COMPILE_OPTIONS")
  _ompjit_fragment_check()
  set(_OmpJit_Folder "${_OmpJit_ARG_OUTPUT_DIRECTORY}")
  cmake_path(ABSOLUTE_PATH _OmpJit_Folder
    BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} NORMALIZE)
  _ompjit_fragment_file(_OmpJit_Template KERNEL_INPUT_FILE)
  if(NOT "${_OmpJit_ARG_MATRIX_JSON_FILE}" STREQUAL "")
    if(NOT "${_OmpJit_ARG_MATRIX_JSON_STRING}" STREQUAL "")
      message(STATUS "generate_jit_lto_kernels: MATRIX_JSON_FILE is used, not "
        "MATRIX_JSON_STRING")
    endif()
    _ompjit_fragment_file(_OmpJit_Matrix MATRIX_JSON_FILE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
      "${_OmpJit_Matrix}")
  else()
    string(MD5 _OmpJit_Digest "${_OmpJit_ARG_MATRIX_JSON_STRING}")
    set(_OmpJit_Matrix "${_OmpJit_Folder}/matrix-${_OmpJit_Digest}.json")
    file(WRITE "${_OmpJit_Matrix}" "${_OmpJit_ARG_MATRIX_JSON_STRING}")
  endif()
  set(_OmpJit_Options)
  foreach(_OmpJit_Each IN ITEMS unused used types)
    string(TOUPPER ${_OmpJit_Each} _OmpJit_Upper)
    if(_OmpJit_ARG_NO_WARN_${_OmpJit_Upper})
      list(APPEND _OmpJit_Options --no-warn-${_OmpJit_Each})
    endif()
  endforeach()
  _ompjit_fragment_matrix(_OmpJit_Entries "${_OmpJit_Matrix}"
    "${_OmpJit_Options}")
  _ompjit_fragment_languages()

  set(_OmpJit_Includes)
  foreach(_OmpJit_Each IN LISTS _OmpJit_ARG_FRAGMENT_TAG_HEADER_FILES)
    if(NOT _OmpJit_Each MATCHES "^(\".*\"|<.*>)$")
      set(_OmpJit_Each "\"${_OmpJit_Each}\"")
    endif()
    string(APPEND _OmpJit_Includes "#include ${_OmpJit_Each}\n")
  endforeach()

  string(JSON _OmpJit_NumEntries LENGTH "${_OmpJit_Entries}")
  set(_OmpJit_Made 0)
  while(_OmpJit_Made LESS _OmpJit_NumEntries)
    string(JSON _OmpJit_Each GET "${_OmpJit_Entries}" ${_OmpJit_Made})
    _ompjit_fragment_entry("${_OmpJit_Each}")
    set(_OmpJit_Stem "${_OmpJit_Folder}/${_OmpJit_Name}")
    set(_OmpJit_Objects_cpp)
    set(_OmpJit_Objects_cu)
    if(_OmpJit_Template_cpp)
      _ompjit_fragment_objects(_OmpJit_Objects_cpp "${_OmpJit_Stem}"
        "${_OmpJit_Flags_cpp}" "${_OmpJit_Targets_cpp}")
    endif()
    if(_OmpJit_Template_cu)
      _ompjit_fragment_cuda_object(_OmpJit_Objects_cu "${_OmpJit_Stem}"
        "${_OmpJit_Flags_cu}" "${_OmpJit_Targets_cu}" "${_OmpJit_Nvcc}")
    endif()
    _ompjit_fragment_header("${_OmpJit_Stem}"
      "${_OmpJit_Objects_cpp};${_OmpJit_Objects_cu}")
    list(APPEND ${_OmpJit_List} "${_OmpJit_Stem}_fatbin.h"
      "${_OmpJit_Stem}_fatbin.cpp")
    math(EXPR _OmpJit_Made "${_OmpJit_Made} + 1")
  endwhile()
  set(${_OmpJit_List} "${${_OmpJit_List}}" PARENT_SCOPE)
endfunction()
