# Tidy: the preset `tidy` runs clang-tidy where a build would compile, and links nothing. It checks
# up to eight files of a target at a time: most of the work is for the headers that they include.
option(KVINTET_TIDY "Run clang-tidy instead of compiling" OFF)
if(NOT KVINTET_TIDY)
  return()
endif()

# The plugin is built here, since targets are not compiled.
set(tidy_file ${PROJECT_SOURCE_DIR}/tools/tidy_file)
set(tidy_own_code ${PROJECT_SOURCE_DIR}/tools/tidy_own_code.cc)
set(tidy_plugin ${PROJECT_BINARY_DIR}/tidy_own_code.so)
find_path(KVINTET_CLANG_TIDY_HEADERS clang-tidy/ClangTidyCheck.h PATHS /usr/lib/llvm-14/include
          NO_DEFAULT_PATH REQUIRED)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tidy_own_code})
if(${tidy_own_code} IS_NEWER_THAN ${tidy_plugin})
  execute_process(
    COMMAND ${CMAKE_CXX_COMPILER} -std=c++17 -fno-rtti -fPIC -shared -O1
            -isystem ${KVINTET_CLANG_TIDY_HEADERS} ${tidy_own_code} -o ${tidy_plugin}
    COMMAND_ERROR_IS_FATAL ANY)
endif()

set(tidy_plugin KVINTET_TIDY_PLUGIN=${tidy_plugin})
if(KVINTET_CCACHE)
  # A file is checked again when it, a header, the checks, the script or the plugin change.
  set(extra ${PROJECT_SOURCE_DIR}/.clang-tidy:${PROJECT_SOURCE_DIR}/tests/.clang-tidy)
  string(APPEND extra :${tidy_file}:${tidy_own_code})
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env ${tidy_plugin} CCACHE_NAMESPACE=tidy CCACHE_EXTRAFILES=${extra}
      CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_PREFIX=${tidy_file} ${KVINTET_CCACHE})
else()
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env ${tidy_plugin} ${tidy_file})
endif()
foreach(rule LINK_EXECUTABLE CREATE_SHARED_MODULE CREATE_SHARED_LIBRARY ARCHIVE_CREATE)
  set(CMAKE_CXX_${rule} "<CMAKE_COMMAND> -E touch <TARGET>")
endforeach()
set(CMAKE_CXX_ARCHIVE_APPEND "")
set(CMAKE_CXX_ARCHIVE_FINISH "")
set(CMAKE_UNITY_BUILD ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)
