# kvintet_entries(<room> <name> <sources...>): files of a room that register themselves, one for
# each entry of a oneof in the configuration. Every target that links the room links all of them.
#
# As with games (AddGame.cmake), nothing refers to the objects that register, and the linker would
# drop them from an archive. Objects come first on the linker's command line, so what they need is
# found in the archives after them.
function(kvintet_entries room name)
  add_library(kvintet_${name} OBJECT ${ARGN})
  kvintet_fast_in_debug(kvintet_${name})
  target_link_libraries(kvintet_${name} PRIVATE kvintet_warnings)
  target_link_libraries(kvintet_${room} INTERFACE
    $<BUILD_INTERFACE:$<TARGET_OBJECTS:kvintet_${name}>>
    $<INSTALL_INTERFACE:$<TARGET_OBJECTS:kvintet::${name}>>)
endfunction()
