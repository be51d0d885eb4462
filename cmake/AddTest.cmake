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

# Sets `labels_out` to the labels of a test and `has_out` to whether this build has it
# (KVINTET_TESTS).
function(kvintet_test_labels labels_out has_out labels optimised)
  if(NOT labels)
    set(labels fast)
  endif()
  if(optimised)
    list(APPEND labels optimised)
  endif()
  set(has ${BUILD_TESTING})
  if(KVINTET_TESTS STREQUAL "OPTIMISED" AND NOT labels MATCHES "slow|optimised|long")
    set(has OFF)
  elseif(KVINTET_TESTS STREQUAL "FAST" AND labels MATCHES "slow|long")
    set(has OFF)
  endif()
  set(${labels_out} "${labels}" PARENT_SCOPE)
  set(${has_out} ${has} PARENT_SCOPE)
endfunction()

# The program of a test or of several, with the usual libraries and precompiled headers.
function(kvintet_test_program name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBS} kvintet_options kvintet_warnings
                                        GTest::gtest_main GTest::gmock)
  kvintet_reuse_precompiled(${name} kvintet_test_precompiled)
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
  cmake_parse_arguments(arg "OPTIMISED" "TIMEOUT;SHARDS" "SOURCES;LIBS;LABELS" ${ARGN})
  kvintet_test_labels(labels has "${arg_LABELS}" ${arg_OPTIMISED})
  if(NOT has)
    return()
  endif()
  kvintet_test_program(${name} SOURCES ${arg_SOURCES} LIBS ${arg_LIBS})
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
    set_tests_properties(${test} PROPERTIES LABELS "${labels}" TIMEOUT ${arg_TIMEOUT}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${arg_SHARDS};GTEST_SHARD_INDEX=${index}")
  endforeach()
  if(threads IN_LIST labels)
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

# kvintet_tests(LIBS ... TESTS path/name ... [ALONE path/name ...] [LABELS ...] [OPTIMISED]): a
# kvintet_test of each file path/name_test.cc. With KVINTET_UNITY, or for clang-tidy, the files are
# one program, which compiles their headers once and is linked once. ctest still runs each file by
# itself, under the same name. Files after ALONE have names in common with others, and are compiled
# by themselves.
function(kvintet_tests)
  cmake_parse_arguments(arg "OPTIMISED" "" "LIBS;TESTS;ALONE;LABELS" ${ARGN})
  kvintet_test_labels(labels has "${arg_LABELS}" ${arg_OPTIMISED})
  if(NOT has)
    return()
  endif()
  list(TRANSFORM arg_ALONE APPEND _test.cc OUTPUT_VARIABLE alone)
  set_source_files_properties(${alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  list(APPEND arg_TESTS ${arg_ALONE})
  list(LENGTH arg_TESTS count)
  if((KVINTET_UNITY OR KVINTET_TIDY) AND count GREATER 1)
    kvintet_joint_tests("${arg_TESTS}" "${arg_LIBS}" "${labels}")
    return()
  endif()
  if(arg_OPTIMISED)
    set(optimised OPTIMISED)
  endif()
  foreach(path IN LISTS arg_TESTS)
    get_filename_component(name ${path} NAME)
    kvintet_test(${name}_test SOURCES ${path}_test.cc LIBS ${arg_LIBS} LABELS ${arg_LABELS}
                 ${optimised})
  endforeach()
endfunction()

# The files path_test.cc as one program, <folder>_tests_<number>. Each is a test that runs its own
# suites, and <program>_rest fails if the program has a test of no such suite.
function(kvintet_joint_tests paths libs labels)
  get_property(number DIRECTORY PROPERTY KVINTET_JOINT_TESTS)
  if(NOT number)
    set(number 0)
  endif()
  math(EXPR number "${number} + 1")
  set_property(DIRECTORY PROPERTY KVINTET_JOINT_TESTS ${number})
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE "/" "_" program "${folder}_tests_${number}")
  list(TRANSFORM paths APPEND _test.cc OUTPUT_VARIABLE files)
  kvintet_test_program(${program} SOURCES ${files} LIBS ${libs})
  # More files have more names in common.
  set_target_properties(${program} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  # What follows depends on the names of suites.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(rest)
  set(seen)
  foreach(path IN LISTS paths)
    get_filename_component(name ${path} NAME)
    kvintet_suites_of(suites ${path}_test.cc)
    foreach(suite IN LISTS suites)
      if(suite IN_LIST seen)
        message(FATAL_ERROR "${path}_test.cc: another file of ${program} has the suite ${suite}")
      endif()
    endforeach()
    list(APPEND seen ${suites})
    list(TRANSFORM suites REPLACE "(.+)" "\\1.*:*/\\1.*:\\1/*")
    list(JOIN suites ":" filter)
    string(APPEND rest ":${filter}")
    add_test(NAME ${name}_test COMMAND ${program} --gtest_filter=${filter}
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name}_test PROPERTIES
                         LABELS "${labels}" TIMEOUT ${KVINTET_TEST_SECONDS})
    set_property(GLOBAL PROPERTY KVINTET_PROGRAM_OF_${name}_test ${program}
                 --gtest_filter=${filter})
  endforeach()
  add_test(NAME ${program}_rest COMMAND ${program} --gtest_filter=-${rest})
  set_tests_properties(${program}_rest PROPERTIES
                       LABELS "${labels}" PASS_REGULAR_EXPRESSION "Running 0 tests from 0 test")
  if(threads IN_LIST labels)
    add_dependencies(thread_tests ${program})
  endif()
endfunction()

# Sets `out` to the names of the suites that a file defines.
function(kvintet_suites_of out file)
  file(STRINGS ${file} suites REGEX "^(TYPED_)?TEST(_F|_P)?\\([A-Za-z0-9_]+")
  list(TRANSFORM suites REPLACE "^[A-Z_]*\\(([A-Za-z0-9_]+).*" "\\1")
  list(REMOVE_DUPLICATES suites)
  set(${out} "${suites}" PARENT_SCOPE)
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

# kvintet_test_without_bf16(<name>): runs a test of kvintet_tests again, with bf16 units hidden from
# oneDNN and so from the program. A build that leaves the test out leaves out this run too.
function(kvintet_test_without_bf16 name)
  get_property(command GLOBAL PROPERTY KVINTET_PROGRAM_OF_${name})
  if(NOT command AND TARGET ${name})
    set(command ${name})
  endif()
  if(NOT command)
    return()
  endif()
  add_test(NAME ${name}_without_bf16 COMMAND ${command} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name}_without_bf16 PROPERTIES
                       LABELS "fast;optimised" TIMEOUT ${KVINTET_TEST_SECONDS}
                       ENVIRONMENT ONEDNN_MAX_CPU_ISA=AVX2)
endfunction()
