# What the thread sanitizer's preset builds: the tests that it runs.
add_custom_target(thread_tests)

# kvintet_test(<name> SOURCES ... LIBS ... [LABELS ...] [TIMEOUT s]): one GoogleTest program,
# found by ctest as <name>. Label `slow` takes it out of `ctest -LE slow`.
function(kvintet_test name)
  if(NOT BUILD_TESTING)
    return()
  endif()
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LIBS;LABELS" ${ARGN})
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

# kvintet_test_without_bf16(<name>): a test of kvintet_test once more, on what oneDNN, and so the
# program, takes for a processor without bf16 units.
function(kvintet_test_without_bf16 name)
  if(NOT BUILD_TESTING)
    return()
  endif()
  add_test(NAME ${name}_without_bf16 COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name}_without_bf16 PROPERTIES
                       LABELS fast TIMEOUT 300 ENVIRONMENT ONEDNN_MAX_CPU_ISA=AVX2)
endfunction()
