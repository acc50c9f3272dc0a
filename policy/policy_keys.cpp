#include "policy/policy_keys.hpp"

#include "policy/value_readers.hpp"

#include <array>

namespace imcp::policy {
namespace {

constexpr std::int64_t KiB = 1024, GiB = KiB * KiB * KiB, TiB = KiB * GiB;

// What the contract says nothing about (max_*_bytes, max_calls_per_minute) is in README.md, Decisions.
constexpr std::array connection_keys{
    toml_key<incus::connection>{"url", read_url},
    toml_key<incus::connection>{"client_certificate", read_https_only},
    toml_key<incus::connection>{"client_key", read_https_only},
    toml_key<incus::connection>{"server_certificate", read_https_only},
    toml_key<incus::connection>{"timeout_seconds", read_number<&incus::connection::timeout, 2, 3600>},
    toml_key<incus::connection>{"stream_timeout_seconds", read_number<&incus::connection::stream_timeout, 10, 3600>},
    toml_key<incus::connection>{"max_stream_bytes", read_number<&incus::connection::max_stream_bytes, KiB, TiB>},
    toml_key<incus::connection>{"max_response_bytes", read_number<&incus::connection::max_response_bytes, KiB, GiB>},
    toml_key<incus::connection>{"max_connections", read_number<&incus::connection::max_connections, 1, 64>},
};

constexpr std::array image_remote_keys{
    toml_key<image_remote>{"server", read_server, true},
    toml_key<image_remote>{"protocol", read_protocol},
    toml_key<image_remote>{"certificate", read_certificate},
};

constexpr std::array caller_keys{
    toml_key<caller>{"scopes", read_scopes},
    toml_key<caller>{"default_project", read_project},
    toml_key<caller>{"projects", read_texts<&caller::projects>},
    toml_key<caller>{"instances", read_texts<&caller::instances>},
    toml_key<caller>{"profiles", read_texts<&caller::profiles>},
    toml_key<caller>{"allow", read_texts<&caller::allow, unknown_operation>},
    toml_key<caller>{"deny", read_texts<&caller::deny, unknown_operation>},
    toml_key<caller>{"image_remotes", read_texts<&caller::image_remotes, unknown_remote>},
    toml_key<caller>{"allow_local_images", read_flag<&caller::allow_local_images>},
    toml_key<caller>{"allow_restricted_config", read_texts<&caller::allow_restricted_config>},
    toml_key<caller>{"allow_restricted_devices", read_texts<&caller::allow_restricted_devices>},
    toml_key<caller>{"extra_restricted_config", read_texts<&caller::extra_restricted_config>},
    toml_key<caller>{"confirmation", read_confirmation},
    toml_key<caller>{"exec_commands", read_texts<&caller::exec_commands>},
    toml_key<caller>{"redact", read_redact},
    toml_key<caller>{"max_in_flight", read_number<&caller::max_in_flight, 1, 1024>},
    toml_key<caller>{"max_calls_per_minute", read_number<&caller::max_calls_per_minute, 1, 1'000'000>},
};

constexpr std::array exposure_keys{
    toml_key<policy>{"mode", read_mode},
    toml_key<policy>{"output_schemas", read_flag<&policy::output_schemas>},
};

void read_connection(toml_value const& value, policy& into) {
  read_keys<incus::connection>(value, connection_keys, into.connection);
}

void read_image_remotes(toml_value const& value, policy& into) {
  read_named<image_remote>(value, image_remote_keys, into.image_remotes);
}

/// A file that names callers has those and no other: the built-in default caller is for a file that names none.
void read_callers(toml_value const& value, policy& into) {
  into.callers.clear();
  read_named<caller>(value, caller_keys, into.callers);
  for (auto& [name, who] : into.callers) who.name = name;
}

void read_exposure(toml_value const& value, policy& into) { read_keys<policy>(value, exposure_keys, into); }

constexpr std::array root_keys{
    toml_key<policy>{"version", read_version, true},       toml_key<policy>{"connection", read_connection},
    toml_key<policy>{"image_remotes", read_image_remotes}, toml_key<policy>{"callers", read_callers},
    toml_key<policy>{"exposure", read_exposure},           toml_key<policy>{"audit", read_audit},
};

}  // namespace

void read_policy(toml_value const& root, policy& into) { read_keys<policy>(root, root_keys, into); }

std::span<toml_section const> policy_sections() {
  static std::array const sections{
      toml_section{"", names_of<policy>(root_keys)},
      toml_section{"connection", names_of<incus::connection>(connection_keys)},
      toml_section{"image_remotes.NAME", names_of<image_remote>(image_remote_keys)},
      toml_section{"callers.NAME", names_of<caller>(caller_keys)},
      toml_section{"exposure", names_of<policy>(exposure_keys)},
  };
  return sections;
}

}  // namespace imcp::policy
