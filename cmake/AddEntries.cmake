# kvintet_entries(<room> <name> <sources...>): files of a room that register themselves, one for
# each entry of a oneof in the configuration; linked whole into whoever links the room.
#
# As with games (AddGame.cmake) nobody refers to what registers, and the linker would drop it out of
# an archive. Objects come first on the command line of a linker: what they need is found behind.
function(kvintet_entries room name)
  add_library(kvintet_${name} OBJECT ${ARGN})
  target_link_libraries(kvintet_${name} PRIVATE kvintet_warnings)
  target_link_libraries(kvintet_${room} INTERFACE
    $<BUILD_INTERFACE:$<TARGET_OBJECTS:kvintet_${name}>>
    $<INSTALL_INTERFACE:$<TARGET_OBJECTS:kvintet::${name}>>)
endfunction()
