#include "server/subscriptions.hpp"

#include <algorithm>
#include <array>

namespace imcp::server {
namespace {

constexpr std::size_t max_open = 1024;
constexpr std::array<std::string_view, 3> flags{"toolsListChanged", "promptsListChanged", "resourcesListChanged"};

std::string subscription_member(token const& id) { return R"("io.modelcontextprotocol/subscriptionId":)" + id.json(); }

bool is_list_of_strings(schemas::json_value value) {
  schemas::json_array list;
  if (value.get_array().get(list) != simdjson::SUCCESS) return false;
  return std::all_of(list.begin(), list.end(), [](schemas::json_value item) { return item.is_string(); });
}

// What is wrong with params.notifications; "" when nothing is.
std::string judge_filter(schemas::json_value params) {
  auto const filter = schemas::member(params, "notifications");
  if (!filter || !filter->is_object()) return "notifications must be an object";
  for (auto const flag : flags)
    if (auto const value = schemas::member(*filter, flag); value && !value->is_bool())
      return "notifications." + std::string(flag) + " must be a boolean";
  auto const uris = schemas::member(*filter, "resourceSubscriptions");
  if (uris && !is_list_of_strings(*uris)) return "notifications.resourceSubscriptions must be an array of strings";
  return "";
}

}  // namespace

boost::system::result<void, rpc_error> subscriptions::open(token const& id, schemas::json_value params) {
  if (auto fault = judge_filter(params); !fault.empty()) return rpc_error(rpc_code::invalid_params, std::move(fault));
  if (open_.size() >= max_open) return rpc_error(rpc_code::internal_error, "too many open subscriptions: cancel one");
  open_.push_back(id);
  out_.send(notification_frame("notifications/subscriptions/acknowledged",
                               R"({"_meta":{)" + subscription_member(id) + R"(},"notifications":{}})"));
  return {};
}

bool subscriptions::is_open(token const& id) const { return std::find(open_.begin(), open_.end(), id) != open_.end(); }

void subscriptions::cancel(token const& id) { std::erase(open_, id); }

void subscriptions::end_all() {
  for (auto const& id : std::exchange(open_, {}))
    out_.send(result_frame(id, complete_result(dialects().front(), "", subscription_member(id))));
}

}  // namespace imcp::server
