# The viewer's page into a library.
#
# As a module: pliant_embed_page(TARGET FOLDER) adds a generated source to TARGET that defines pliant::viewer_page()
# (src/view/page.hpp). The page is built from FOLDER by tools/build-viewer, again whenever a file of it changes. Without
# npm, or when the packages cannot be fetched, it is empty, and `pliant view` says how to get it.
# As a script (cmake -P, with PAGE and OUTPUT): writes that source.

if(CMAKE_SCRIPT_MODE_FILE)
  set(page "")
  if(EXISTS ${PAGE})
    file(READ ${PAGE} page)
  endif()
  set(source "// Generated from viewer/ by cmake/EmbedPage.cmake.\n#include \"view/page.hpp\"\n\nnamespace pliant {\n\n")
  string(APPEND source "std::string_view viewer_page() {\n    return R\"pliantpage(${page})pliantpage\";\n}\n\n}  // namespace pliant\n")
  file(WRITE ${OUTPUT} "${source}")
  return()
endif()

set(PLIANT_EMBED_PAGE_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(pliant_embed_page target folder)
  find_program(PLIANT_NPM npm)
  mark_as_advanced(PLIANT_NPM)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}_page.cpp)
  set(page ${PROJECT_SOURCE_DIR}/build/viewer/dist/index.html)
  set(build ${PROJECT_SOURCE_DIR}/tools/build-viewer)
  if(NOT PLIANT_NPM)
    set(build ${CMAKE_COMMAND} -E echo "No npm: pliant view will have no page (make view gets it)")
  endif()
  add_custom_command(OUTPUT ${output}
    COMMAND ${build}
    COMMAND ${CMAKE_COMMAND} -DPAGE=${page} -DOUTPUT=${output} -P ${PLIANT_EMBED_PAGE_SCRIPT}
    DEPENDS ${files} ${PLIANT_EMBED_PAGE_SCRIPT} ${PROJECT_SOURCE_DIR}/tools/build-viewer COMMENT "Building the viewer's page" VERBATIM)
  target_sources(${target} PRIVATE ${output})
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()
