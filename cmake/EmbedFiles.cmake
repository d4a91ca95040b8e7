# Text files into a library, so that a program needs no data folder beside it.
#
# As a module: pliant_embed(TARGET FOLDER) adds a generated source to TARGET that defines pliant::embedded_files()
# (src/scene/embedded.hpp) with every *.json of FOLDER and its subfolders, again whenever one of them changes.
# As a script (cmake -P, with FOLDER and OUTPUT): writes that source.

if(CMAKE_SCRIPT_MODE_FILE)
  file(GLOB_RECURSE names RELATIVE ${FOLDER} ${FOLDER}/*.json)
  list(SORT names)
  set(source "// Generated from scenes/ by cmake/EmbedFiles.cmake.\n#include \"scene/embedded.hpp\"\n\nnamespace pliant {\n")
  string(APPEND source "namespace {\n\nconstexpr EmbeddedFile files[] = {\n")
  foreach(name IN LISTS names)
    file(READ ${FOLDER}/${name} text)
    string(APPEND source "{\"${name}\", R\"embedded(${text})embedded\"},\n")
  endforeach()
  string(APPEND source "};\n\n}  // namespace\n\nstd::span<const EmbeddedFile> embedded_files() { return files; }\n\n}  // namespace pliant\n")
  file(WRITE ${OUTPUT} "${source}")
  return()
endif()

set(PLIANT_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(pliant_embed target folder)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*.json)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DOUTPUT=${output} -P ${PLIANT_EMBED_SCRIPT}
    DEPENDS ${files} ${PLIANT_EMBED_SCRIPT} COMMENT "Embedding ${folder}" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
