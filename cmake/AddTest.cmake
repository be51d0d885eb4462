# What the thread sanitizer's preset builds: the tests that it runs.
add_custom_target(thread_tests)

# Folders whose tests an optimised build runs too: their results may depend on what the compiler
# makes of vectors and floating point, or they run whole programs. The other tests run in the
# debug build with sanitizers alone, so that the check does not compile each of them twice.
set(KVINTET_OPTIMISED_FOLDERS benchmarks envs examples tests training/network)

# Whether an optimised build runs the tests of the current folder.
function(kvintet_optimised_folder out)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  list(JOIN KVINTET_OPTIMISED_FOLDERS "|" folders)
  set(${out} OFF PARENT_SCOPE)
  if(folder MATCHES "^(${folders})(/|$)")
    set(${out} ON PARENT_SCOPE)
  endif()
endfunction()

# kvintet_test(<name> SOURCES ... LIBS ... [LABELS ...] [TIMEOUT s] [OPTIMISED]): one GoogleTest
# program, found by ctest as <name>. Label `slow` takes it out of `ctest -LE slow`. Slow tests are
# part of every build; so are those that say OPTIMISED, as do tests that leave a part out where a
# sanitizer has memory of its own.
function(kvintet_test name)
  if(NOT BUILD_TESTING)
    return()
  endif()
  cmake_parse_arguments(arg "OPTIMISED" "TIMEOUT" "SOURCES;LIBS;LABELS" ${ARGN})
  kvintet_optimised_folder(optimised)
  if(KVINTET_TESTS STREQUAL "OPTIMISED" AND NOT optimised AND NOT arg_OPTIMISED
     AND NOT slow IN_LIST arg_LABELS)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBS} kvintet_options kvintet_warnings
                                        GTest::gtest_main GTest::gmock)
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  if(NOT arg_LABELS)
    set(arg_LABELS fast)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT})
  if(threads IN_LIST arg_LABELS)
    add_dependencies(thread_tests ${name})
  endif()
endfunction()

# kvintet_tests(LIBS ... TESTS path/name ... [LABELS ...]): a kvintet_test of each file
# path/name_test.cc.
function(kvintet_tests)
  cmake_parse_arguments(arg "" "" "LIBS;TESTS;LABELS" ${ARGN})
  foreach(path IN LISTS arg_TESTS)
    get_filename_component(name ${path} NAME)
    kvintet_test(${name}_test SOURCES ${path}_test.cc LIBS ${arg_LIBS} LABELS ${arg_LABELS})
  endforeach()
endfunction()

# kvintet_test_without_bf16(<name>): a test of kvintet_test once more, on what oneDNN, and so the
# program, takes for a processor without bf16 units. A build that leaves the test out leaves this
# run of it out as well.
function(kvintet_test_without_bf16 name)
  if(NOT TARGET ${name})
    return()
  endif()
  add_test(NAME ${name}_without_bf16 COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name}_without_bf16 PROPERTIES
                       LABELS fast TIMEOUT 300 ENVIRONMENT ONEDNN_MAX_CPU_ISA=AVX2)
endfunction()
