# Writes which functions PLUGINS (separated by colons) need of the program that opens them: OUTPUT.list for
# --dynamic-list, and OUTPUT.options, which makes the linker take them from archives.
string(REPLACE ":" ";" PLUGINS "${PLUGINS}")
set(All)
set(List "")
set(Options "")
foreach(Plugin IN LISTS PLUGINS)
  execute_process(COMMAND ${NM} --dynamic --undefined-only --format=just-symbols ${Plugin}
    OUTPUT_VARIABLE Symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" Symbols "${Symbols}")
  list(APPEND All ${Symbols})
endforeach()
# What has a version is a C or C++ library's.
list(FILTER All EXCLUDE REGEX "@")
list(FILTER All INCLUDE REGEX "llvm|clang|LLVM")
list(REMOVE_DUPLICATES All)
list(SORT All)
foreach(Symbol IN LISTS All)
  string(APPEND List "  ${Symbol};\n")
  string(APPEND Options "-Wl,--undefined=${Symbol}\n")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT}.list CONTENT "{\n${List}};\n" @ONLY)
file(CONFIGURE OUTPUT ${OUTPUT}.options CONTENT "${Options}" @ONLY)
