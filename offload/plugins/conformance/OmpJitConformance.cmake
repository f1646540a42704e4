# Programs that test plugins by the conformance suite: in this tree, and outside
# of it where an installed one is found with
#
#   find_package(OmpJit COMPONENTS conformance)
#
# It defines OmpJit::plugin-conformance, the suite without Conformance.cpp, of the
# sources here.
set(OmpJit_CONFORMANCE_DIR ${CMAKE_CURRENT_LIST_DIR})
set(OmpJit_CONFORMANCE_SOURCES EventTest.cpp ImageTest.cpp KernelTest.cpp
  MemoryTest.cpp PluginTest.cpp QueueTest.cpp)
list(TRANSFORM OmpJit_CONFORMANCE_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)

# ompjit_plugin_conformance(Name PLUGIN target IMAGE file [SETTING NAME=value]
#                           [DEPENDS target...])
# Makes the program Name, which tests the plugin that the target PLUGIN builds.
# IMAGE is a native image for its devices, made from Image.cpp or with the same
# symbols; SETTING is an environment variable that the plugin finds; DEPENDS are
# targets that have to be built before.
function(ompjit_plugin_conformance Name)
  cmake_parse_arguments(ARG "" "PLUGIN;IMAGE;SETTING" "DEPENDS" ${ARGN})
  # It alone knows which plugin it is about.
  add_executable(${Name} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/Conformance.cpp)
  target_link_libraries(${Name} PRIVATE OmpJit::plugin-conformance)
  target_compile_definitions(${Name} PRIVATE
    OMPJIT_PLUGIN_FILE="$<TARGET_FILE:${ARG_PLUGIN}>"
    OMPJIT_PLUGIN_SETTING="${ARG_SETTING}"
    OMPJIT_IMAGE_FILE="${ARG_IMAGE}")
  add_dependencies(${Name} ${ARG_PLUGIN} ${ARG_DEPENDS})
endfunction()
