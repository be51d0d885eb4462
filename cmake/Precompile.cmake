# Precompile: headers of other libraries that most files include are compiled once for many files.
#
# Our own headers are not among them, since a change of one would rebuild every file. A file still
# includes what it uses: `cmake -DKVINTET_PRECOMPILE=OFF` builds without precompiled headers.
option(KVINTET_PRECOMPILE "Compile common headers once" ON)

set(KVINTET_COMMON_HEADERS
    <algorithm> <array> <bit> <chrono> <cmath> <cstddef> <cstdint> <cstring> <filesystem>
    <functional> <limits> <map> <memory> <mutex> <optional> <set> <span> <string> <string_view>
    <thread> <utility> <variant> <vector>
    <absl/status/status.h> <absl/status/statusor.h> <absl/strings/match.h>
    <absl/strings/numbers.h> <absl/strings/str_cat.h> <absl/strings/str_format.h>
    <absl/strings/str_join.h> <absl/strings/str_split.h>)

# What a schema's generated code includes.
set(KVINTET_PROTOBUF_HEADERS
    <google/protobuf/extension_set.h> <google/protobuf/generated_enum_reflection.h>
    <google/protobuf/generated_message_reflection.h> <google/protobuf/generated_message_util.h>
    <google/protobuf/io/coded_stream.h> <google/protobuf/message.h>
    <google/protobuf/repeated_field.h> <google/protobuf/unknown_field_set.h>)

# g++ 12 warns falsely of code that it inlines from a precompiled header. Clang has these warnings,
# too, and compiles everything in the preset `dev`.
set(KVINTET_PRECOMPILED_WARNINGS
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>)

# kvintet_precompile(<target> [BEFORE header...] [AFTER header...]): the common headers, and these
# before and after them.
function(kvintet_precompile target)
  cmake_parse_arguments(arg "" "" "BEFORE;AFTER" ${ARGN})
  if(KVINTET_PRECOMPILE)
    target_precompile_headers(${target}
      PRIVATE ${arg_BEFORE} ${KVINTET_COMMON_HEADERS} ${arg_AFTER})
    target_compile_options(${target} PRIVATE ${KVINTET_PRECOMPILED_WARNINGS})
  endif()
endfunction()

# kvintet_reuse_precompiled(<target> <owner>): what kvintet_precompile has compiled for <owner>.
# Both must have the same compiler options.
function(kvintet_reuse_precompiled target owner)
  if(KVINTET_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${owner})
    target_compile_options(${target} PRIVATE ${KVINTET_PRECOMPILED_WARNINGS})
  endif()
endfunction()
