# What `cmake --install` puts where, beyond what the parts install themselves.
# The tree is relocatable: driver, wrapper and runtime find each other relative
# to their own files, so that it may be moved or installed under any prefix. Only
# the packaged LLVM stays where it is.
#
#   bin              clang, clang++, clang-linker-wrapper, ompjit-device-info,
#                    ompjit-kernel-replay
#   lib              libomptarget.so, its plugins, the compile service and its
#                    server; a link to the packaged libomp
#   libexec/ompjit   what the driver runs
#   share/doc/ompjit licence, README and the documents

if(NOT OMPJIT_SANITIZE)
  install(TARGETS ompjit-clang-linker-wrapper RUNTIME DESTINATION bin)
  install(TARGETS ompjit-compiler LIBRARY DESTINATION lib)
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
set(Link ${CMAKE_BINARY_DIR}/lib/libomp.so.5)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
file(CREATE_LINK ${OMPJIT_LLVM_ROOT}/lib/libomp.so.5 ${Link} SYMBOLIC)
install(FILES ${Link} DESTINATION lib)

install(FILES LICENSE README.md DESTINATION share/doc/ompjit)
install(DIRECTORY docs DESTINATION share/doc/ompjit)
