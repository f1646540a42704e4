# Writes OUTPUT, a header with a row for each of the packaged compiler's LIBRARIES (separated
# by colons): its name and size.
string(REPLACE ":" ";" LIBRARIES "${LIBRARIES}")
set(Rows "")
foreach(Library IN LISTS LIBRARIES)
  get_filename_component(Name ${Library} NAME)
  file(REAL_PATH ${Library} File)
  file(SIZE ${File} Size)
  string(APPEND Rows "{\"${Name}\", ${Size}},\n")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${Rows}" @ONLY)
