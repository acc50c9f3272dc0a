#pragma once
// How a request can fail. How far it got is a fact, and the one that decides between an error and `uncertain`.

#include <boost/system/result.hpp>

#include <string>
#include <string_view>

namespace imcp::incus {

/// unsent: not one byte of the request was written. sent: some were, and no answer is known. answered: it was judged.
enum class phase { unsent, sent, answered };

enum class cause {
  unreachable,  ///< no connection could be made
  untrusted,    ///< connected, but Incus does not trust us
  timeout,      ///< our patience ended; Incus goes on
  cancelled,    ///< we were told to stop
  lost,         ///< the connection ended in the middle
  malformed,    ///< what came is not an answer of Incus
  too_large,    ///< the answer passed the bound
  rejected,     ///< a native error
};

struct failure {
  phase reached = phase::unsent;
  cause why = cause::unreachable;
  int http_status = 0, error_code = 0;  ///< of a native error, else 0
  std::string message;                  ///< for people; native text is capped and may quote anything

  failure() {}
  failure(phase p, cause c, std::string text) : reached(p), why(c), message(std::move(text)) {}
};

template <class T>
using outcome = boost::system::result<T, failure>;

}  // namespace imcp::incus
