# kvintet_options: language level, warnings and sanitizers for all targets of the project.
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(KVINTET_CCACHE ccache)
if(KVINTET_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # What ccache needs to know about precompiled headers (cmake/Precompile.cmake): they use no macro
  # that differs between the files that include them, and no __TIME__.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${KVINTET_CCACHE})
endif()
# A precompiled header that comes out of the cache is older than the headers in it.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
endif()

# Programs with sanitizers are large, and lld links them fastest, so it is used if installed. The
# exception is the thread sanitizer: with lld, libomp's annotations do not find its functions.
find_program(KVINTET_LLD ld.lld)
if(KVINTET_LLD AND NOT KVINTET_SANITIZE STREQUAL "thread")
  add_link_options(-fuse-ld=lld)
  # There are hundreds of programs with sanitizers. Fixed addresses and compressed debug information
  # save 40 % of disk space and some link time.
  if(KVINTET_SANITIZE)
    add_link_options(-no-pie LINKER:--compress-debug-sections=zlib)
    # Of an inline function that several objects have, the linker takes the first. The libraries are
    # optimised (kvintet_fast_in_debug) and a program's own files are not, so libraries come first,
    # which lld allows. Figures: benchmarks/README.md.
    set(CMAKE_CXX_LINK_EXECUTABLE "<CMAKE_CXX_COMPILER> <FLAGS> <CMAKE_CXX_LINK_FLAGS> \
<LINK_FLAGS> -o <TARGET> <LINK_LIBRARIES> <OBJECTS>")
  endif()
endif()

# Compiling a file that includes LibTorch takes over a gigabyte, so only two run at a time
# (JOB_POOL_COMPILE).
set_property(GLOBAL APPEND PROPERTY JOB_POOLS torch=2)

# Several files of a target are compiled as one, which compiles their headers once. Names in unnamed
# namespaces must then differ within a target.
if(KVINTET_UNITY)
  set(CMAKE_UNITY_BUILD ON)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 24)
  # g++ takes a file that another one includes for a header, in which the warning would be right.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()

# Everything is compiled with the same options, so that it can share precompiled headers.
add_compile_options(-pthread)

# kvintet_fast_in_debug(<target>): for rules, searches and networks. Tests of a debug build spend
# their time in these, and some optimisation makes them several times as fast.
function(kvintet_fast_in_debug target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O2>)
endfunction()

add_library(kvintet_options INTERFACE)
add_library(kvintet::options ALIAS kvintet_options)
target_compile_features(kvintet_options INTERFACE cxx_std_20)
target_include_directories(kvintet_options INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}>
  $<INSTALL_INTERFACE:include/kvintet>)
# Results must not depend on whether a compiler contracts a*b+c (signatures in tests/golden).
target_compile_options(kvintet_options INTERFACE -ffp-contract=off)
if(KVINTET_ARCH AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(kvintet_options INTERFACE -march=${KVINTET_ARCH})
endif()
if(KVINTET_SANITIZE)
  target_compile_options(kvintet_options INTERFACE
    -fsanitize=${KVINTET_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(kvintet_options INTERFACE -fsanitize=${KVINTET_SANITIZE})
endif()

if(KVINTET_FUZZ)
  target_compile_options(kvintet_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Warnings apply to our own code, not to projects that build against an installed package.
add_library(kvintet_warnings INTERFACE)
target_compile_options(kvintet_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wold-style-cast $<$<BOOL:${KVINTET_WERROR}>:-Werror>)

# The same for games and their tests, which build names from letters and numbers: GCC 12 reports
# falsely that `std::string(1, c) + std::to_string(n)` copies a string onto itself
# (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105651).
add_library(kvintet_game_warnings INTERFACE)
target_link_libraries(kvintet_game_warnings INTERFACE kvintet_warnings)
target_compile_options(kvintet_game_warnings INTERFACE
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
