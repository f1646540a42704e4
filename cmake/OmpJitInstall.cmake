# What `cmake --install` puts where, beyond what the parts install themselves.
# The tree is relocatable: driver, wrapper and runtime find each other relative
# to their own files, so that it may be moved or installed under any prefix. Only
# the packaged LLVM stays where it is.
#
#   bin              clang, clang++, clang-linker-wrapper, the tools
#   lib              libomptarget.so, its plugins, the compile service and its
#                    server; a link to the packaged libomp
#   lib/cmake/OmpJit a CMake package, for programs that offload and for plugins
#   lib/pkgconfig    the same for pkg-config, without plugins
#   include/ompjit   the interface of plugins, and what they share
#   libexec/ompjit   what the driver runs
#   share/ompjit     the conformance suite of plugins, as sources
#   share/doc/ompjit licence, README and the documents
#   share/man        a page for each program
#   share/bash-completion, fish, zsh
#
# The names are GNUInstallDirs', relative to the prefix.

if(OMPJIT_BUILD_COMPILERS)
  install(TARGETS ompjit-clang-linker-wrapper
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(TARGETS ompjit-compiler
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()

# libomp is the packaged one, which is not in the loader's path on its own.
# In the build tree it is the same: CMake would pad a shorter run path with
# colons, and the dynamic linker takes each empty entry for the current folder.
foreach(Target IN ITEMS omptarget omptarget.rtl.host)
  set_property(TARGET ${Target} PROPERTY INSTALL_RPATH
    "$ORIGIN" "${OMPJIT_LLVM_ROOT}/lib")
  set_property(TARGET ${Target} PROPERTY BUILD_WITH_INSTALL_RPATH ON)
endforeach()

# Programs look for libraries beside libomptarget first, and a machine may have
# another libomp where the dynamic linker looks by itself.
set(Link ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libomp.so.5)
file(MAKE_DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(Target ${OMPJIT_LIBOMP})
if(CMAKE_SYSROOT)
  file(RELATIVE_PATH Target ${CMAKE_SYSROOT} ${OMPJIT_LIBOMP})
  set(Target /${Target})
endif()
file(CREATE_LINK ${Target}.5 ${Link} SYMBOLIC)
install(FILES ${Link} DESTINATION ${CMAKE_INSTALL_LIBDIR})

install(FILES LICENSE README.md
  DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/ompjit)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/ompjit)

install(FILES packaging/clang.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
# The page of clang is also that of its other names.
foreach(Tool IN ITEMS clang++ flang)
  file(WRITE ${PROJECT_BINARY_DIR}/man/${Tool}.1 ".so man1/clang.1\n")
  install(FILES ${PROJECT_BINARY_DIR}/man/${Tool}.1
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endforeach()
# bash-completion and fish load the file that has the command's name.
foreach(Tool IN ITEMS clang clang++ clang-linker-wrapper omp-jit-cache
        ompjit-compile ompjit-device-info ompjit-doctor ompjit-fragment
        ompjit-kernel-replay ompjit-matrix ompjit-package-dump ompjit-report
        ompjit-tune flang)
  install(FILES packaging/completion/ompjit.bash RENAME ${Tool}
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions)
  install(FILES packaging/completion/ompjit.fish RENAME ${Tool}.fish
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d)
endforeach()
install(FILES packaging/completion/_ompjit
  DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/site-functions)

# find_package(OmpJit): the table of functions is OmpJit::plugin, what plugins
# share OmpJit::plugin-common; the component `conformance` has the suite that
# tests them. docs/plugins.md tells how to use them. What a library with
# fragments needs is OmpJit::fragments; see docs/fragments.md.
include(CMakePackageConfigHelpers)
add_library(ompjitPluginInterface INTERFACE)
target_include_directories(ompjitPluginInterface INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/offload/include>)
set_target_properties(ompjitPluginInterface PROPERTIES EXPORT_NAME plugin)
set_target_properties(ompjitPluginCommon PROPERTIES EXPORT_NAME plugin-common)
set_target_properties(ompjitSupport PROPERTIES EXPORT_NAME support)
set_target_properties(ompjit-fragments PROPERTIES EXPORT_NAME fragments)
set(Package ${CMAKE_INSTALL_LIBDIR}/cmake/OmpJit)
install(TARGETS ompjit-fragments ompjitPluginInterface ompjitPluginCommon
  ompjitSupport
  EXPORT OmpJitTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT OmpJitTargets NAMESPACE OmpJit:: DESTINATION ${Package})
# The build is a tree of the same form, so that projects can use it as it is.
set(Built ${PROJECT_BINARY_DIR}/${Package})
export(EXPORT OmpJitTargets NAMESPACE OmpJit:: FILE ${Built}/OmpJitTargets.cmake)
set(Headers ${CMAKE_INSTALL_INCLUDEDIR}/ompjit)
install(FILES offload/include/ompjit/FragmentKernels.h
  offload/include/ompjit/LateBound.h
  offload/include/ompjit/Plugin.h
  offload/include/ompjit/Specialize.h DESTINATION ${Headers})
install(FILES offload/support/include/ompjit/Support/Mutex.h
  DESTINATION ${Headers}/Support)
install(DIRECTORY offload/plugins/common/include/ompjit/Plugins
  DESTINATION ${Headers})
install(DIRECTORY offload/fragments/include/ompjit/Fragments
  DESTINATION ${Headers} PATTERN Compose.h EXCLUDE
  PATTERN FragmentFile.h EXCLUDE)
configure_package_config_file(cmake/OmpJitConfig.cmake.in
  ${Built}/OmpJitConfig.cmake
  INSTALL_DESTINATION ${Package}
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${Built}/OmpJitConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${Built}/OmpJitConfig.cmake ${Built}/OmpJitConfigVersion.cmake
  DESTINATION ${Package})
foreach(File IN ITEMS OmpJitOffload.cmake OmpJitFragments.cmake
        OmpJitFragmentFlags.cmake OmpJitFatbin.cpp.in)
  configure_file(cmake/${File} ${Built}/${File} COPYONLY)
  install(FILES cmake/${File} DESTINATION ${Package})
endforeach()

# pkg-config replaces the prefix of a tree that was moved, if the path to it is
# relative to the file.
file(RELATIVE_PATH OMPJIT_PREFIX_FROM_PC
  /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" OMPJIT_PREFIX_FROM_PC ${OMPJIT_PREFIX_FROM_PC})
configure_file(cmake/ompjit.pc.in ${PROJECT_BINARY_DIR}/ompjit.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ompjit.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
