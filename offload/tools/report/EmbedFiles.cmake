# Writes a source with the files of the page as strings.
#   cmake -DFOLDER=page -DOUT=PageFiles.cpp -P EmbedFiles.cmake
set(Text "#include \"Page.h\"\n\nnamespace ompjit::report {\n")
foreach(Kind IN ITEMS html css js)
  file(READ ${FOLDER}/report.${Kind} Content)
  string(SUBSTRING ${Kind} 0 1 First)
  string(TOUPPER ${First} First)
  string(SUBSTRING ${Kind} 1 -1 Rest)
  string(APPEND Text
    "const char *const Page${First}${Rest} = R\"ompjit(${Content})ompjit\";\n")
endforeach()
string(APPEND Text "} // namespace ompjit::report\n")
file(WRITE ${OUT} "${Text}")
