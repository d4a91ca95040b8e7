// Who may have what: tokens, hosts and origins.
#pragma once

#include <string>
#include <string_view>

namespace pliant {

/// 32 hexadecimal digits that nobody can guess.
std::string random_token();

/// Are they the same? Takes as long whichever letter differs.
bool same_token(std::string_view a, std::string_view b);

/// The value of a key in the query of "/stream?token=abc"; empty when there is none.
std::string_view query_value(std::string_view target, std::string_view key);

/// A request's Host, so that a name that someone else points at this machine does not get in; and the Origin of a page
/// that opens a stream, which must be ours. `host` is what the server listens on.
bool is_own_host(std::string_view header, std::string_view host, int port);
bool is_own_origin(std::string_view header, std::string_view host, int port);

}  // namespace pliant
