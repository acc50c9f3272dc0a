add_library(imcp_flags INTERFACE)
target_compile_options(imcp_flags INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # A false positive on Asio's coroutine frames.
  target_compile_options(imcp_flags INTERFACE -Wno-mismatched-new-delete)
endif()
if(IMCP_WERROR)
  target_compile_options(imcp_flags INTERFACE -Werror)
endif()
target_compile_definitions(imcp_flags INTERFACE
  BOOST_ASIO_NO_DEPRECATED TOML_HEADER_ONLY=0 IMCP_VERSION="${PROJECT_VERSION}")
if(IMCP_SANITIZE)
  target_compile_options(imcp_flags INTERFACE -fsanitize=${IMCP_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(imcp_flags INTERFACE -fsanitize=${IMCP_SANITIZE})
elseif(CMAKE_BUILD_TYPE STREQUAL Release)
  target_compile_options(imcp_flags INTERFACE
    -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fcf-protection -ffunction-sections -fdata-sections)
  target_link_options(imcp_flags INTERFACE -Wl,--gc-sections -Wl,--as-needed -Wl,-z,relro,-z,now)
endif()
