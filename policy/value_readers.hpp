#pragma once
// How the values of a policy file are read, one function per kind of value. Only policy/*.cpp includes this.

#include "policy/toml_reader.hpp"

#include <map>

namespace imcp::policy {

template <class>
struct member_of;
template <class Owner, class Type>
struct member_of<Type Owner::*> {
  using owner = Owner;
  using type = Type;
};
template <auto Member>
using owner_of = typename member_of<decltype(Member)>::owner;
template <auto Member>
using type_of = typename member_of<decltype(Member)>::type;

template <auto Member, std::int64_t Least, std::int64_t Most>
void read_number(toml_value const& value, owner_of<Member>& into) {
  if (auto const number = value.integer(Least, Most)) into.*Member = static_cast<type_of<Member>>(*number);
}

template <auto Member>
void read_flag(toml_value const& value, owner_of<Member>& into) {
  if (auto const flag = value.boolean()) into.*Member = *flag;
}

/// What is wrong with one text of a list; "" when nothing is.
using text_check = std::string (*)(toml_source const& source, std::string_view text);

std::vector<std::string> texts(toml_value const& value, text_check complaint);

template <auto Member, text_check Complaint = nullptr>
void read_texts(toml_value const& value, owner_of<Member>& into) {
  into.*Member = texts(value, Complaint);
}

std::string unknown_operation(toml_source const& source, std::string_view pattern);
std::string unknown_remote(toml_source const& source, std::string_view name);

void refuse_name(toml_value const& value);

/// A table of tables: [callers.NAME]. Each starts from the defaults of its type.
template <class T>
void read_named(toml_value const& value, std::span<toml_key<T> const> keys,
                std::map<std::string, T, std::less<>>& into) {
  auto const* table = value.table();
  if (!table) return;
  for (auto const& [key, node] : *table) {
    auto const entry = value.child(key, node);
    if (!is_policy_name(key.str())) refuse_name(entry);
    read_keys(entry, keys, into[std::string(key.str())]);
  }
}

void read_version(toml_value const& value, policy& into);
void read_url(toml_value const& value, incus::connection& into);
void read_https_only(toml_value const& value, incus::connection& into);
void read_server(toml_value const& value, image_remote& into);
void read_protocol(toml_value const& value, image_remote& into);
void read_certificate(toml_value const& value, image_remote& into);
void read_scopes(toml_value const& value, caller& into);
void read_project(toml_value const& value, caller& into);

// Values whose feature is not built yet are refused, never ignored.
void read_confirmation(toml_value const& value, caller& into);
void read_redact(toml_value const& value, caller& into);
void read_mode(toml_value const& value, policy& into);
void read_audit(toml_value const& value, policy& into);

}  // namespace imcp::policy
