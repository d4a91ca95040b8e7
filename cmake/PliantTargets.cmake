# Compile settings shared by every target of ours, and the two functions that declare them.

add_library(pliant_settings INTERFACE)
target_compile_features(pliant_settings INTERFACE cxx_std_20)
# Determinism (ARCHITECTURE.md, "Determinism and errors"): no fast-math, and no fused multiply-add that the compiler picks.
target_compile_options(pliant_settings INTERFACE -ffp-contract=off -fno-math-errno -Wall -Wextra -Wpedantic -Wconversion)
if(PLIANT_WARNINGS_AS_ERRORS)
  target_compile_options(pliant_settings INTERFACE -Werror)
endif()
if(PLIANT_REAL STREQUAL "double")
  target_compile_definitions(pliant_settings INTERFACE PLIANT_REAL_DOUBLE=1)
endif()
# Assertions (src/core/assert.hpp): in every build that makes tests.
option(PLIANT_ASSERTIONS "Compile PLIANT_ASSERT in" ${PLIANT_BUILD_TESTS})
if(PLIANT_ASSERTIONS)
  target_compile_definitions(pliant_settings INTERFACE PLIANT_ASSERTIONS=1)
endif()
if(PLIANT_SANITIZE)
  target_compile_options(pliant_settings INTERFACE -fsanitize=${PLIANT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-stringop-overread)
  target_link_options(pliant_settings INTERFACE -fsanitize=${PLIANT_SANITIZE})
endif()

# Parsing Eigen, fmt and the standard library anew takes a third of the time of most sources. One precompiled header
# serves all folders, another all tests: what they hold is only a matter of time, every source includes what it uses.
option(PLIANT_PRECOMPILE "Precompile the headers that most sources include" ON)
set(PLIANT_PRECOMPILED <Eigen/Core> <Eigen/Eigenvalues> <Eigen/Geometry> <Eigen/LU> <fmt/format.h> <algorithm> <array> <atomic> <chrono> <cmath> <functional> <limits> <map>
    <memory> <numeric> <optional> <span> <string> <variant> <vector>)
function(pliant_precompile target owner)
  if(NOT PLIANT_PRECOMPILE)
    return()
  endif()
  if(TARGET ${owner} AND NOT target STREQUAL owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE ${PLIANT_PRECOMPILED} ${ARGN})
  endif()
  target_compile_options(${target} PRIVATE -fpch-preprocess)  # for ccache
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 takes the standard library's strings for the sources' own then, and has false alarms about them.
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-restrict)
  endif()
endfunction()

# What runs once or waits for the disk compiles in half the time with little optimisation, and is as fast.
function(pliant_optimise_lightly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# pliant_folder(NAME DEPENDS a b LIBS X::y [LIGHT]): the static library pliant_NAME from src/NAME/*.cpp.
function(pliant_folder name)
  cmake_parse_arguments(arg "LIGHT" "" "DEPENDS;LIBS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  add_library(pliant_${name} STATIC ${sources})
  target_include_directories(pliant_${name} PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(pliant_${name} PRIVATE PLIANT_VERSION="${PROJECT_VERSION}")
  target_link_libraries(pliant_${name} PUBLIC Eigen3::Eigen ${arg_LIBS} PRIVATE pliant_settings)
  foreach(dependency ${arg_DEPENDS})
    target_link_libraries(pliant_${name} PUBLIC pliant_${dependency})
  endforeach()
  if(arg_LIGHT)
    pliant_optimise_lightly(pliant_${name})
  endif()
  pliant_precompile(pliant_${name} pliant_core)
  set_property(GLOBAL APPEND PROPERTY PLIANT_FOLDERS pliant_${name})
endfunction()

# pliant_test(NAME LIBS ...): one GoogleTest program from tests/NAME/*.cpp, each case known to CTest.
function(pliant_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "LIBS" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(test_${name} ${sources})
  target_include_directories(test_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(test_${name} PRIVATE ${arg_LIBS} GTest::gtest GTest::gtest_main rapidcheck fmt::fmt pliant_settings)
  target_compile_definitions(test_${name} PRIVATE PLIANT_SOURCE_DIR="${PROJECT_SOURCE_DIR}" PLIANT_BUILD_DIR="${PROJECT_BINARY_DIR}")
  pliant_optimise_lightly(test_${name})
  target_compile_options(test_${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>)  # as in pliant_precompile
  pliant_precompile(test_${name} test_core <gtest/gtest.h>)
  gtest_discover_tests(test_${name} TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT ${arg_TIMEOUT})
endfunction()
