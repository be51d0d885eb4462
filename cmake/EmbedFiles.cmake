# EmbedFiles: kvintet_embed, which puts files into a library as an array.
#
# As a script (cmake -DOUT=... -DFOLDER=... -DMORE=... -P) it writes the source with the array.

# Appends the member of the array for one file to `out`: all bytes as escapes of a string.
function(kvintet_embedded_file out path name)
  file(READ ${path} bytes HEX)
  string(LENGTH "${bytes}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "(..)" "\\\\x\\1" text "${bytes}")
  string(APPEND ${out} "    {\"${name}\", {\"${text}\", ${size}}},\n")
  set(${out} "${${out}}" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  set(files "")
  file(GLOB_RECURSE paths RELATIVE ${FOLDER} ${FOLDER}/*)
  foreach(path IN LISTS paths)
    kvintet_embedded_file(files ${FOLDER}/${path} /${path})
  endforeach()
  cmake_path(GET MORE FILENAME name)
  kvintet_embedded_file(files ${MORE} /${name})
  file(WRITE ${OUT} "#include \"serving/http/static_files.h\"

namespace kvintet::serving {
namespace {

constexpr EmbeddedFile kEmbeddedFiles[] = {
${files}};

}  // namespace

std::span<const EmbeddedFile> EmbeddedPage() { return kEmbeddedFiles; }

}  // namespace kvintet::serving
")
  return()
endif()

# kvintet_embed(<target> <name> <folder> <file>): a source of the target with the files below the
# folder and one more, as EmbeddedPage (serving/http/static_files.h).
set(kvintet_embed_script ${CMAKE_CURRENT_LIST_FILE})
function(kvintet_embed target name folder more)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${name}.cc)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DFOLDER=${folder} -DMORE=${more}
            -P ${kvintet_embed_script}
    DEPENDS ${files} ${more} ${kvintet_embed_script})
  set_source_files_properties(${out} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS -w)
  target_sources(${target} PRIVATE ${out})
endfunction()
