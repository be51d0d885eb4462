# add_game(<sources...> [OPTIMISED]): declares the game in the current folder: an object library
# named after the folder, linked whole into kvintet::envs, and `<folder>_test` when the folder has
# one, with OPTIMISED as of kvintet_test.
#
# A game registers itself by a static object that nothing refers to. In a static library the linker
# would silently drop it, so the objects are listed individually.

# In position-independent code g++ does not inline functions that another library might replace, but
# a game's rules must be inlined into the loop over the rows of a pool.
set(KVINTET_GAME_OPTIONS -fno-semantic-interposition)

function(add_game)
  cmake_parse_arguments(arg "OPTIMISED" "" "" ${ARGN})
  get_filename_component(game ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  add_library(kvintet_game_${game} OBJECT ${arg_UNPARSED_ARGUMENTS})
  kvintet_fast_in_debug(kvintet_game_${game})
  target_link_libraries(kvintet_game_${game} PUBLIC kvintet_envs_core PRIVATE kvintet_game_warnings)
  target_link_libraries(kvintet_envs INTERFACE
    kvintet_game_${game}
    $<BUILD_INTERFACE:$<TARGET_OBJECTS:kvintet_game_${game}>>
    $<INSTALL_INTERFACE:$<TARGET_OBJECTS:kvintet::game_${game}>>)
  target_compile_options(kvintet_game_${game} PRIVATE ${KVINTET_GAME_OPTIONS})
  kvintet_reuse_precompiled(kvintet_game_${game} kvintet_game_precompiled)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${game}_test.cc)
    if(arg_OPTIMISED)
      set(optimised OPTIMISED)
    endif()
    kvintet_test(${game}_test SOURCES ${game}_test.cc LIBS kvintet::envs ${optimised})
  endif()
endfunction()
