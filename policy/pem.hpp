#pragma once
// What a certificate file must look like. Whether it is one is for TLS to find out.

#include <optional>
#include <string>
#include <string_view>

namespace imcp::policy {

/// The one certificate in `text`, from BEGIN to END, without what stands around it; nullopt when there is none, more
/// than one, something that is not base64, or a block of another kind (a key has no business in that file).
std::optional<std::string> only_certificate(std::string_view text);

}  // namespace imcp::policy
