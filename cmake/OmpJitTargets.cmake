# How the project's targets are made. Every library has its sources in one
# folder and its public headers in one `include` folder; unit tests lie beside
# the library that they test.

set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/archive)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR})
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_BINDIR})
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The tree is relocatable, and the build is such a tree: binaries find each
# other relative to themselves.
foreach(Folder IN ITEMS BIN LIB LIBEXEC)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${Folder}DIR}")
    message(FATAL_ERROR "CMAKE_INSTALL_${Folder}DIR must not be absolute: "
      "what is installed finds its parts relative to itself")
  endif()
endforeach()
set(OMPJIT_LIBEXECDIR ${CMAKE_INSTALL_LIBEXECDIR}/ompjit)
file(RELATIVE_PATH OMPJIT_LIB_FROM_BIN /${CMAKE_INSTALL_BINDIR}
  /${CMAKE_INSTALL_LIBDIR})
add_compile_definitions(
  OMPJIT_BINDIR="${CMAKE_INSTALL_BINDIR}"
  OMPJIT_LIBDIR="${CMAKE_INSTALL_LIBDIR}"
  OMPJIT_LIBEXECDIR="${OMPJIT_LIBEXECDIR}"
  OMPJIT_LIB_FROM_BIN="${OMPJIT_LIB_FROM_BIN}")
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN/${OMPJIT_LIB_FROM_BIN}")

add_compile_options(-Wall -Wextra -Werror=return-type -fno-exceptions
                    -ffunction-sections -fdata-sections)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  add_compile_options(-Werror=thread-safety)
endif()
add_link_options(-fuse-ld=lld -Wl,--build-id=sha1 -Wl,--gc-sections)
if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  add_link_options(-B${OMPJIT_LLVM_ROOT}/bin)
endif()
if(OMPJIT_SANITIZE)
  add_compile_options(-fsanitize=${OMPJIT_SANITIZE} -fno-omit-frame-pointer -g
                      -fno-sanitize-recover=all)
  # Its runtime as a library: one for programs, our libraries and device images.
  add_link_options(-fsanitize=${OMPJIT_SANITIZE} -shared-libsan
    -Wl,-rpath,${OMPJIT_LLVM_ROOT}/lib/clang/22/lib/linux)
endif()

# The hosts that code can be compiled for, whichever of them builds: the rows of
# offload/include/ompjit/Targets.h.
set(OMPJIT_HOST_TRIPLES x86_64-pc-linux-gnu aarch64-unknown-linux-gnu)
set(OMPJIT_HOST_TRIPLE ${OMPJIT_HOST_TRIPLES})
list(FILTER OMPJIT_HOST_TRIPLE INCLUDE REGEX "^${CMAKE_SYSTEM_PROCESSOR}-")
if(NOT OMPJIT_HOST_TRIPLE)
  message(FATAL_ERROR "No row of OMPJIT_HOST_TRIPLES is for processors of the kind "
    "'${CMAKE_SYSTEM_PROCESSOR}': docs/porting-to-a-host.md says what a host needs")
endif()

# What every part may include: the seams between the parts, and what they share.
set(OMPJIT_INCLUDES ${PROJECT_SOURCE_DIR}/offload/include
  ${PROJECT_SOURCE_DIR}/offload/support/include)

# ompjit_include(Target dir...): for it and for whoever links it.
function(ompjit_include Target)
  foreach(Folder IN LISTS ARGN)
    get_filename_component(Folder ${Folder} ABSOLUTE)
    target_include_directories(${Target} PUBLIC $<BUILD_INTERFACE:${Folder}>)
  endforeach()
endfunction()

# ompjit_library(Name SOURCES ... [INCLUDE dir...] [LINK lib...])
# A static, position-independent library of the runtime: no LLVM.
function(ompjit_library Name)
  cmake_parse_arguments(ARG "" "" "SOURCES;INCLUDE;LINK" ${ARGN})
  add_library(${Name} STATIC ${ARG_SOURCES})
  ompjit_include(${Name} ${OMPJIT_INCLUDES} ${ARG_INCLUDE})
  target_link_libraries(${Name} PUBLIC ${ARG_LINK})
  ompjit_precompile(${Name})
endfunction()

# ompjit_link_cxx_library_in(Target)
# Puts the C++ library into a shared object that programs load at start. A
# program in C or Fortran has no other use for it, and loading it takes a third
# of a millisecond; nothing of it is visible outside. What unwinds is shared, as
# libomptarget needs its library anyway, and an exception may pass several.
function(ompjit_link_cxx_library_in Target)
  # The sanitizers want to see one C++ library in the whole process.
  if(NOT OMPJIT_SANITIZE)
    target_link_options(${Target} PRIVATE -static-libstdc++)
  endif()
endfunction()

# LLVM's headers and nothing else of their folder: libc++abi-22-dev puts a
# cxxabi.h there, which is another than that of the C++ library in use.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/llvm-headers)
if(OMPJIT_BUILD_COMPILERS)
  foreach(Folder clang clang-c lld llvm llvm-c)
    file(CREATE_LINK ${CMAKE_SYSROOT}${OMPJIT_LLVM_ROOT}/include/${Folder}
      ${PROJECT_BINARY_DIR}/llvm-headers/${Folder} SYMBOLIC)
  endforeach()
endif()

# ompjit_use_llvm(Target)
# Lets a target include LLVM's headers. How it links LLVM is its own choice:
# tools use the packaged shared library, the compile service the archives.
function(ompjit_use_llvm Target)
  target_include_directories(${Target} SYSTEM PUBLIC
    ${PROJECT_BINARY_DIR}/llvm-headers)
  target_compile_definitions(${Target} PUBLIC _GNU_SOURCE
    __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
  target_compile_options(${Target} PRIVATE -Wno-unused-parameter)
endfunction()

# ompjit_llvm_library(Name SOURCES ... [INCLUDE dir...] [LINK lib...])
# A static library that uses LLVM's headers and leaves linking LLVM to whoever
# links it.
function(ompjit_llvm_library Name)
  cmake_parse_arguments(ARG "" "" "SOURCES;INCLUDE;LINK" ${ARGN})
  add_library(${Name} STATIC ${ARG_SOURCES})
  ompjit_include(${Name} ${OMPJIT_INCLUDES} ${ARG_INCLUDE})
  ompjit_use_llvm(${Name})
  target_link_libraries(${Name} PUBLIC ${ARG_LINK})
  ompjit_precompile(${Name} LLVM)
endfunction()

# ompjit_link_llvm_shared(Target): the packaged libLLVM.so, with its run path.
function(ompjit_link_llvm_shared Target)
  target_link_directories(${Target} PRIVATE ${OMPJIT_LLVM_LIBS})
  target_link_libraries(${Target} PRIVATE LLVM)
  set_property(TARGET ${Target} APPEND PROPERTY BUILD_RPATH
    ${OMPJIT_LLVM_ROOT}/lib)
  set_property(TARGET ${Target} APPEND PROPERTY INSTALL_RPATH
    "$ORIGIN/${OMPJIT_LIB_FROM_BIN}" ${OMPJIT_LLVM_ROOT}/lib)
endfunction()

add_custom_target(check-unit-deps)

# ompjit_is_unittest(Name)
# Puts a GoogleTest program into build/unittests; lit finds and runs every program
# there.
function(ompjit_is_unittest Name)
  set_target_properties(${Name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/unittests)
  add_dependencies(check-unit-deps ${Name})
endfunction()

# ompjit_unittest(Name SOURCES ... [LINK lib...])
function(ompjit_unittest Name)
  if(NOT OMPJIT_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${Name} ${ARG_SOURCES})
  target_link_libraries(${Name} PRIVATE ${ARG_LINK} GTest::gmock GTest::gtest
                        GTest::gtest_main Threads::Threads)
  target_compile_options(${Name} PRIVATE ${OMPJIT_TEST_OPTIONS})
  ompjit_precompile(${Name} TEST)
  ompjit_is_unittest(${Name})
endfunction()

# ompjit_man_page(Target Purpose)
# Writes and installs the man page of a tool, from what it prints for --help.
function(ompjit_man_page Target Purpose)
  # A tool for another host does not run here, and its page is the same.
  if(OMPJIT_SANITIZE OR CMAKE_CROSSCOMPILING)
    return()
  endif()
  get_target_property(Name ${Target} OUTPUT_NAME)
  if(NOT Name)
    set(Name ${Target})
  endif()
  set(Page ${PROJECT_BINARY_DIR}/man/${Name}.1)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/man)
  add_custom_command(TARGET ${Target} POST_BUILD
    COMMAND ${PROJECT_SOURCE_DIR}/packaging/make-man-page
            $<TARGET_FILE:${Target}> ${Purpose} ${Page}
    VERBATIM)
  install(FILES ${Page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endfunction()

# ompjit_copy_linked(Target)
# For large files with LLVM in them. The page cache holds what was written by a copy, or
# read from disk, in larger pieces than what a linker wrote, and maps it faster: a
# compile takes 8 ms less.
function(ompjit_copy_linked Target)
  add_custom_command(TARGET ${Target} POST_BUILD
    COMMAND cp $<TARGET_FILE:${Target}> copied
    COMMAND ${CMAKE_COMMAND} -E rename copied $<TARGET_FILE:${Target}>
    VERBATIM)
endfunction()

# ompjit_tool(Name SOURCES ... [LINK lib...] [PURPOSE text])
# A program for users, and its man page unless that is written by hand.
function(ompjit_tool Name)
  cmake_parse_arguments(ARG "" "PURPOSE" "SOURCES;LINK" ${ARGN})
  add_executable(${Name} ${ARG_SOURCES})
  target_link_libraries(${Name} PRIVATE ${ARG_LINK})
  install(TARGETS ${Name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(ARG_PURPOSE)
    ompjit_man_page(${Name} "${ARG_PURPOSE}")
  endif()
endfunction()
