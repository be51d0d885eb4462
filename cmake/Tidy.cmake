# Tidy: the preset `tidy` runs clang-tidy where a build would compile, and links nothing.
option(KVINTET_TIDY "Run clang-tidy instead of compiling" OFF)
if(NOT KVINTET_TIDY)
  return()
endif()

set(tidy_file ${PROJECT_SOURCE_DIR}/tools/tidy_file)
if(KVINTET_CCACHE)
  # A file is checked again when it, a header, the checks or the script change.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_NAMESPACE=tidy
      CCACHE_EXTRAFILES=${PROJECT_SOURCE_DIR}/.clang-tidy:${tidy_file}
      CCACHE_PREFIX=${tidy_file} ${KVINTET_CCACHE})
else()
  set(CMAKE_CXX_COMPILER_LAUNCHER ${tidy_file})
endif()
foreach(rule LINK_EXECUTABLE CREATE_SHARED_MODULE CREATE_SHARED_LIBRARY ARCHIVE_CREATE)
  set(CMAKE_CXX_${rule} "<CMAKE_COMMAND> -E touch <TARGET>")
endforeach()
set(CMAKE_CXX_ARCHIVE_APPEND "")
set(CMAKE_CXX_ARCHIVE_FINISH "")
