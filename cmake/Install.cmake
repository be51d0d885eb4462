# Install: what `cmake --install` installs: program, models, libraries, headers, schemas, package.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(KVINTET_ROOMS base proto envs selfplay training arena matches serving cli)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Kvintet)

# Sets `out` to the targets of a folder and of the folders below it.
function(kvintet_targets_below folder out)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(subfolders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS subfolders)
    kvintet_targets_below(${subfolder} below)
    list(APPEND targets ${below})
  endforeach()
  set(${out} ${targets} PARENT_SCOPE)
endfunction()

set(libraries kvintet_options kvintet_warnings kvintet_game_warnings)
if(TARGET kvintet_torch)
  list(APPEND libraries kvintet_torch)
endif()
foreach(room IN LISTS KVINTET_ROOMS)
  if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${room}/CMakeLists.txt)
    continue()
  endif()
  kvintet_targets_below(${PROJECT_SOURCE_DIR}/${room} targets)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(excluded ${target} EXCLUDE_FROM_ALL)
    if(type MATCHES "_LIBRARY$" AND NOT excluded)
      list(APPEND libraries ${target})
    endif()
  endforeach()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${room} ${PROJECT_BINARY_DIR}/${room}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kvintet OPTIONAL
    FILES_MATCHING PATTERN "*.h" PATTERN "*.proto" PATTERN "CMakeFiles" EXCLUDE
    PATTERN "kvintet_api" EXCLUDE)
endforeach()
# The public schemas and their headers, with the paths that their imports and includes use.
install(DIRECTORY proto/kvintet_api ${PROJECT_BINARY_DIR}/kvintet_api
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kvintet
  FILES_MATCHING PATTERN "*.h" PATTERN "*.proto")

# The conformance suite, for games outside the tree (docs/adding_a_game.md).
if(TARGET kvintet_conformance)
  list(APPEND libraries kvintet_conformance)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/tests/conformance
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kvintet/tests
    FILES_MATCHING PATTERN "*.h"
    PATTERN "suites" EXCLUDE
    PATTERN "search_secrecy.h" EXCLUDE)
  install(FILES ${PROJECT_SOURCE_DIR}/tests/reference/reference_game.h
                ${PROJECT_SOURCE_DIR}/tests/reference/reference_options.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kvintet/tests/reference)
endif()

# kvintet_envs is exported as kvintet::envs, its name inside the tree.
foreach(target IN LISTS libraries)
  string(REGEX REPLACE "^kvintet_" "" name ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
endforeach()
install(TARGETS ${libraries} EXPORT KvintetTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  OBJECTS DESTINATION ${CMAKE_INSTALL_LIBDIR}/kvintet)
install(EXPORT KvintetTargets NAMESPACE kvintet:: DESTINATION ${package_dir})
if(TARGET kvintet)
  install(TARGETS kvintet RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # The folder in which the program looks for models: cli/models/model_for_game.h.
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/models DESTINATION ${CMAKE_INSTALL_DATADIR}/kvintet
    PATTERN "reference" EXCLUDE)
endif()

configure_package_config_file(cmake/KvintetConfig.cmake.in KvintetConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(KvintetConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/KvintetConfig.cmake
              ${PROJECT_BINARY_DIR}/KvintetConfigVersion.cmake
  DESTINATION ${package_dir})
