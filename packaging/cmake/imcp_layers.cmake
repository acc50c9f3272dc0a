# The folders, lowest first: one may use only those before it. tests/lint/layers.sh holds the includes to the same order.
set(IMCP_LAYERS schemas incus policy operations server)

# imcp_layer(NAME SOURCES … [USES layer…] [LIBRARIES target…])
# LIBRARIES are private: what a layer is made with is not the business of those above it.
function(imcp_layer name)
  cmake_parse_arguments(A "" "" "SOURCES;USES;LIBRARIES" ${ARGN})
  list(FIND IMCP_LAYERS ${name} here)
  foreach(used IN LISTS A_USES)
    list(FIND IMCP_LAYERS ${used} there)
    if(there LESS 0 OR NOT there LESS here)
      message(FATAL_ERROR "layer ${name} must not use ${used}: the order is ${IMCP_LAYERS}")
    endif()
  endforeach()
  add_library(imcp_${name} STATIC ${A_SOURCES})
  target_include_directories(imcp_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  list(TRANSFORM A_USES PREPEND imcp_)
  target_link_libraries(imcp_${name} PUBLIC imcp_flags ${A_USES} PRIVATE ${A_LIBRARIES})
endfunction()
