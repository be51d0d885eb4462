# AddTest: kvintet_test and its variants. thread_tests builds the tests for the thread sanitizer.
add_custom_target(thread_tests)

if(BUILD_TESTING)
  # Debian's Python has the modules that tests need; another Python in the path may not.
  find_program(KVINTET_PYTHON NAMES python3 HINTS /usr/bin NO_CMAKE_ENVIRONMENT_PATH REQUIRED)

  # What the tests include. An executable, like them, since its code is as position-independent.
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/test_precompiled.cc CONTENT "")
  add_executable(kvintet_test_precompiled EXCLUDE_FROM_ALL
    ${PROJECT_BINARY_DIR}/test_precompiled.cc)
  target_link_libraries(kvintet_test_precompiled
    PRIVATE kvintet::proto kvintet_options kvintet_warnings GTest::gtest_main GTest::gmock)
  # Where a change of one file costs more anyway, headers of ours that most tests include are here,
  # too.
  set(own_headers)
  if(KVINTET_UNITY)
    set(own_headers
      proto/config.pb.h envs/one_row.h envs/registry.h envs/text/playthrough.h
      tests/support/evaluations.h tests/support/status_matchers.h tests/support/temp_dir.h)
    list(TRANSFORM own_headers REPLACE "(.+)" "\"\\1\"")
  endif()
  kvintet_precompile(kvintet_test_precompiled
    AFTER ${KVINTET_PROTOBUF_HEADERS} <nlohmann/json.hpp> <gmock/gmock.h> <gtest/gtest.h>
          ${own_headers})
endif()

# Ends a test that hangs, and no other, also on a machine with other work.
set(KVINTET_TEST_SECONDS 900)

# Sets `out` to whether this build has a test with these labels (KVINTET_TESTS).
function(kvintet_has_test out labels)
  set(has ON)
  if(KVINTET_TESTS STREQUAL "OPTIMISED" AND NOT labels MATCHES "slow|optimised|long")
    set(has OFF)
  elseif(KVINTET_TESTS STREQUAL "FAST" AND labels MATCHES "slow|long")
    set(has OFF)
  endif()
  set(${out} ${has} PARENT_SCOPE)
endfunction()

# kvintet_test(<name> SOURCES ... LIBS ... [LABELS ...] [TIMEOUT s] [SHARDS n] [OPTIMISED]): one
# GoogleTest program, found by ctest as <name>. With SHARDS, ctest runs a part of its tests as
# <name>_1, another as <name>_2, and so on, so that cores share them. `ctest -LE slow` skips tests
# with the label `slow`.
#
# The check compiles and runs a test in one build: a slow one in the preset `release`, any other in
# the preset `check`, with sanitizers. Tests with OPTIMISED, which have the label `optimised`, run
# in both: their results may depend on how the compiler vectorises and treats floating point, or
# they skip a part under a sanitizer, which uses memory itself.
function(kvintet_test name)
  if(NOT BUILD_TESTING)
    return()
  endif()
  cmake_parse_arguments(arg "OPTIMISED" "TIMEOUT;SHARDS" "SOURCES;LIBS;LABELS" ${ARGN})
  if(NOT arg_LABELS)
    set(arg_LABELS fast)
  endif()
  if(arg_OPTIMISED)
    list(APPEND arg_LABELS optimised)
  endif()
  kvintet_has_test(has "${arg_LABELS}")
  if(NOT has)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBS} kvintet_options kvintet_warnings
                                        GTest::gtest_main GTest::gmock)
  kvintet_reuse_precompiled(${name} kvintet_test_precompiled)
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT ${KVINTET_TEST_SECONDS})
  endif()
  if(NOT arg_SHARDS)
    set(arg_SHARDS 1)
  endif()
  foreach(shard RANGE 1 ${arg_SHARDS})
    if(arg_SHARDS EQUAL 1)
      set(test ${name})
    else()
      set(test ${name}_${shard})
    endif()
    math(EXPR index "${shard} - 1")
    add_test(NAME ${test} COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${test} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${arg_SHARDS};GTEST_SHARD_INDEX=${index}")
  endforeach()
  if(threads IN_LIST arg_LABELS)
    add_dependencies(thread_tests ${name})
  endif()
endfunction()

# kvintet_busy_test(<name>): for a test that spends its time in its own file, with slow and obvious
# versions of what it tests. The file is optimised like the libraries, so it cannot have the other
# tests' precompiled headers.
function(kvintet_busy_test name)
  if(TARGET ${name})
    kvintet_fast_in_debug(${name})
    set_target_properties(${name} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# kvintet_tests(LIBS ... TESTS path/name ... [LABELS ...] [OPTIMISED]): a kvintet_test of each file
# path/name_test.cc.
function(kvintet_tests)
  cmake_parse_arguments(arg "OPTIMISED" "" "LIBS;TESTS;LABELS" ${ARGN})
  if(arg_OPTIMISED)
    set(optimised OPTIMISED)
  endif()
  foreach(path IN LISTS arg_TESTS)
    get_filename_component(name ${path} NAME)
    kvintet_test(${name}_test SOURCES ${path}_test.cc LIBS ${arg_LIBS} LABELS ${arg_LABELS}
                 ${optimised})
  endforeach()
endfunction()

# kvintet_disabled_tests(<name> TIMEOUT s): runs the DISABLED_ tests of <name>, the long forms of
# its tests, as a test of their own: <name> with _long before _test and the label `long`. They run
# by hand: `ctest --test-dir build/release -L long`. A program with such tests is slow or OPTIMISED.
function(kvintet_disabled_tests name)
  if(NOT TARGET ${name})
    return()
  endif()
  cmake_parse_arguments(arg "" "TIMEOUT" "" ${ARGN})
  string(REGEX REPLACE "_test$" "_long_test" test ${name})
  add_test(NAME ${test}
           COMMAND ${name} --gtest_also_run_disabled_tests --gtest_filter=*DISABLED_*
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${test} PROPERTIES LABELS long TIMEOUT ${arg_TIMEOUT})
endfunction()

# kvintet_test_without_bf16(<name>): runs a test of kvintet_test again, with bf16 units hidden from
# oneDNN and so from the program. A build that leaves the test out leaves out this run too.
function(kvintet_test_without_bf16 name)
  if(NOT TARGET ${name})
    return()
  endif()
  add_test(NAME ${name}_without_bf16 COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name}_without_bf16 PROPERTIES
                       LABELS "fast;optimised" TIMEOUT ${KVINTET_TEST_SECONDS}
                       ENVIRONMENT ONEDNN_MAX_CPU_ISA=AVX2)
endfunction()
