# A digest of all sources that a target's results depend on, and of LLVM's version:
# unlike the build id, it is the same for all hosts that the target is built for.
#
#   ompjit_source_id(TARGET FOLDER...)
#
# makes SourceId.inc, a list of bytes, for sources of the target. As a script
# (-P) it makes that file.

if(CMAKE_SCRIPT_MODE_FILE)
  file(STRINGS "${LIST}" Sources)
  set(All "${VERSION}\n")
  foreach(Source IN LISTS Sources)
    file(SHA256 "${ROOT}/${Source}" Digest)
    string(APPEND All "${Source} ${Digest}\n")
  endforeach()
  string(SHA256 Digest "${All}")
  string(REGEX REPLACE "(..)" "0x\\1," Bytes "${Digest}")
  set(Old "")
  if(EXISTS "${OUTPUT}")
    file(READ "${OUTPUT}" Old)
  endif()
  if(NOT Old STREQUAL Bytes)
    file(WRITE "${OUTPUT}" "${Bytes}")
  endif()
  return()
endif()

# What adds or removes a source changes a CMakeLists.txt, and so is noticed.
function(ompjit_source_id Target)
  set(Sources "")
  foreach(Folder IN LISTS ARGN)
    file(GLOB_RECURSE Found RELATIVE ${PROJECT_SOURCE_DIR}
      ${PROJECT_SOURCE_DIR}/${Folder}/*)
    list(APPEND Sources ${Found})
  endforeach()
  list(FILTER Sources EXCLUDE REGEX "Tests?\\.cpp$|/unittests/|/bench/|/\\.")
  list(SORT Sources)
  set(List ${CMAKE_CURRENT_BINARY_DIR}/SourceId.txt)
  set(Output ${CMAKE_CURRENT_BINARY_DIR}/SourceId.inc)
  string(REPLACE ";" "\n" Lines "${Sources}")
  file(CONFIGURE OUTPUT ${List} CONTENT "${Lines}\n" @ONLY)
  list(TRANSFORM Sources PREPEND ${PROJECT_SOURCE_DIR}/)
  add_custom_command(OUTPUT ${Output}
    COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D LIST=${List}
      -D OUTPUT=${Output} -D VERSION=${LLVM_PACKAGE_VERSION}
      -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    DEPENDS ${Sources} ${List} ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    COMMENT "Digesting what ${Target} is made of")
  target_sources(${Target} PRIVATE ${Output})
  target_include_directories(${Target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
