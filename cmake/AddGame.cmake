# add_game(<sources...>): declares the game in the current folder: an object library named after the
# folder, linked whole into kvintet::envs, and `<folder>_test` when the folder has one.
#
# A game registers itself by a static object that nobody refers to. In a static library the linker
# would drop it without a word, so the objects are named one by one.
function(add_game)
  get_filename_component(game ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  add_library(kvintet_game_${game} OBJECT ${ARGN})
  target_link_libraries(kvintet_game_${game} PUBLIC kvintet_envs_core PRIVATE kvintet_game_warnings)
  target_link_libraries(kvintet_envs INTERFACE
    kvintet_game_${game}
    $<BUILD_INTERFACE:$<TARGET_OBJECTS:kvintet_game_${game}>>
    $<INSTALL_INTERFACE:$<TARGET_OBJECTS:kvintet::game_${game}>>)
  # g++ inlines no function of position-independent code that another library might replace, and a
  # game's rules are to inline into the loop over the rows of a pool.
  target_compile_options(kvintet_game_${game} PRIVATE -fno-semantic-interposition)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${game}_test.cc)
    kvintet_test(${game}_test SOURCES ${game}_test.cc LIBS kvintet::envs)
  endif()
endfunction()
