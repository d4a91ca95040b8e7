// The server: one page, and a stream of packets to each page that is open.
//
// All of it runs on the thread that calls run(); the runner's thread hands packets over by posting. A page has a short
// queue of what it must get, and one place for the newest frame and status: while a packet is on its way, newer ones
// take the place of older ones, so that a slow page skips frames and nobody waits for it.
#include "view/access.hpp"
#include "view/page.hpp"
#include "view/runner.hpp"

#include <pliant/error.hpp>
#include <pliant/view.hpp>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <fmt/format.h>

#include <array>
#include <map>

namespace pliant {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Tcp = asio::ip::tcp;

constexpr std::size_t largest_message = std::size_t{64} << 10;
constexpr std::size_t largest_request = std::size_t{16} << 10;
constexpr std::size_t longest_queue = 200;
constexpr std::size_t send_buffer = std::size_t{512} << 10;
constexpr std::size_t most_connections = 64;

class Stream;

/// What connections share.
struct Hub {
    std::string host;
    int port = 0;
    std::string token;
    Runner* runner = nullptr;
    std::map<int, std::weak_ptr<Stream>> streams;
    int next_client = 0;
    std::size_t connections = 0;
};

/// One page's stream.
class Stream : public std::enable_shared_from_this<Stream> {
  public:
    Stream(Tcp::socket socket, Hub& hub) : socket_(std::move(socket)), hub_(hub), client_(hub.next_client++) {
        ++hub_.connections;
    }
    ~Stream() { --hub_.connections; }

    void accept(const http::request<http::empty_body>& request) {
        socket_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
        socket_.read_message_max(largest_message);
        socket_.async_accept(request, [self = shared_from_this()](beast::error_code error) {
            if (error) return;
            self->open_ = true;
            self->hub_.streams[self->client_] = self;
            Command greet;
            greet.client = self->client_;
            self->hub_.runner->post(std::move(greet));
            self->read();
        });
    }

    void send(const PacketPtr& packet) {
        if (!open_) return;
        if (packet->replaces != Replaces::nothing)
            newest_[packet->replaces == Replaces::frame ? 1 : 0] = packet;
        else if (queue_.size() < longest_queue)
            queue_.push_back(packet);
        else
            return leave(websocket::close_code::try_again_later, "too slow");
        write();
    }

    void leave(websocket::close_code code, const std::string& why) {
        if (!open_) return;
        gone();
        closing_ = websocket::close_reason(code, why.substr(0, 100));
        if (!writing_) close();
    }

  private:
    void read() {
        socket_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, std::size_t) {
            if (error) return self->gone();
            self->receive();
        });
    }
    void receive() {
        if (!open_) return;
        const std::string text = beast::buffers_to_string(buffer_.data());
        buffer_.consume(buffer_.size());
        if (!socket_.got_text()) return leave(websocket::close_code::unknown_data, "text only");
        Command command;
        try {
            command = command_of(text);
        } catch (const MalformedMessage& malformed) {
            return leave(websocket::close_code::policy_error, malformed.why);
        } catch (const InputError& error) {
            // The command is one of ours, and what it holds is not right: the page is told.
            refuse(error);
            return read();
        }
        command.client = client_;
        if (!hub_.runner->post(std::move(command)))
            return leave(websocket::close_code::policy_error, "too many messages");
        read();
    }
    void refuse(const InputError& error) {
        const InputProblem& problem = error.problem();
        send(text_packet(make_object({{"kind", make_value("refused")},
                                      {"what", make_value(problem.what)},
                                      {"path", make_value(problem.path)},
                                      {"value", make_value(problem.value)},
                                      {"allowed", make_value(problem.allowed)},
                                      {"hint", make_value(problem.hint)}})));
    }
    void write() {
        if (writing_ || !open_) return;
        if (!queue_.empty()) {
            on_its_way_ = queue_.front();
            queue_.erase(queue_.begin());
        } else {
            PacketPtr& newest = newest_[0] ? newest_[0] : newest_[1];
            if (!newest) return;
            on_its_way_ = std::exchange(newest, nullptr);
        }
        writing_ = true;
        socket_.binary(on_its_way_->binary);
        socket_.async_write(asio::buffer(on_its_way_->bytes),
                            [self = shared_from_this()](beast::error_code error, std::size_t) {
                                self->writing_ = false;
                                self->on_its_way_ = nullptr;
                                if (error) return self->gone();
                                if (self->closing_) return self->close();
                                self->write();
                            });
    }
    void close() {
        socket_.async_close(*closing_, [self = shared_from_this()](beast::error_code) {});
    }
    void gone() {
        if (!open_) return;
        open_ = false;
        hub_.streams.erase(client_);
        Command command;
        command.kind = CommandKind::leave;
        command.client = client_;
        hub_.runner->post(std::move(command));
    }

    websocket::stream<beast::tcp_stream> socket_;
    Hub& hub_;
    int client_;
    bool open_ = false, writing_ = false;
    std::optional<websocket::close_reason> closing_;
    beast::flat_buffer buffer_;
    std::vector<PacketPtr> queue_;
    std::array<PacketPtr, 2> newest_;  ///< status and frame
    PacketPtr on_its_way_;
};

/// One request: for the page, or for a stream.
class Visit : public std::enable_shared_from_this<Visit> {
  public:
    Visit(Tcp::socket socket, Hub& hub) : socket_(std::move(socket)), hub_(hub), buffer_(largest_request) {
        ++hub_.connections;
    }
    ~Visit() { --hub_.connections; }

    void start() {
        socket_.expires_after(std::chrono::seconds(10));
        http::async_read(socket_, buffer_, request_, [self = shared_from_this()](beast::error_code error, std::size_t) {
            if (!error) self->answer();
        });
    }

  private:
    void answer() {
        const std::string_view target(request_.target().data(), request_.target().size());
        const auto header = [&](http::field field) {
            const auto value = request_[field];
            return std::string_view(value.data(), value.size());
        };
        if (!is_own_host(header(http::field::host), hub_.host, hub_.port))
            return reply(http::status::forbidden, "text/plain", "This name is not the viewer's.\n");
        const std::string_view path = target.substr(0, target.find('?'));
        if (path != "/" && path != "/stream")
            return reply(http::status::not_found, "text/plain", "There is nothing here.\n");
        if (!same_token(query_value(target, "token"), hub_.token))
            return reply(http::status::forbidden, "text/plain",
                         "The token in the address is missing or not the one that `pliant view` printed.\n");
        const bool upgrade = websocket::is_upgrade(request_);
        if (path == "/stream") {
            if (!upgrade) return reply(http::status::upgrade_required, "text/plain", "This is a WebSocket.\n");
            if (!is_own_origin(header(http::field::origin), hub_.host, hub_.port))
                return reply(http::status::forbidden, "text/plain",
                             "Only the viewer's own page may open its stream.\n");
            // What waits in the system's buffers is old: little of it, so that a slow page is not far behind.
            beast::error_code ignored;
            socket_.socket().set_option(asio::socket_base::send_buffer_size(static_cast<int>(send_buffer)), ignored);
            socket_.socket().set_option(Tcp::no_delay(true), ignored);
            socket_.expires_never();
            std::make_shared<Stream>(socket_.release_socket(), hub_)->accept(request_);
            return;
        }
        if (request_.method() != http::verb::get)
            return reply(http::status::method_not_allowed, "text/plain", "Only GET.\n");
        if (viewer_page().empty())
            return reply(http::status::not_found, "text/plain",
                         "This pliant was built without its page: npm was not there. `make view` gets it.\n");
        reply(http::status::ok, "text/html; charset=utf-8", viewer_page());
    }
    void reply(http::status status, const char* type, std::string_view body) {
        auto response = std::make_shared<http::response<http::string_body>>(status, request_.version());
        response->set(http::field::content_type, type);
        response->set(http::field::cache_control, "no-store");
        response->set("X-Content-Type-Options", "nosniff");
        response->set("X-Frame-Options", "DENY");
        response->set("Referrer-Policy", "no-referrer");
        response->set("Content-Security-Policy",
                      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
                      "connect-src 'self' ws:; base-uri 'none'; form-action 'none'");
        response->keep_alive(false);
        response->body() = body;
        response->prepare_payload();
        http::async_write(socket_, *response, [self = shared_from_this(), response](beast::error_code, std::size_t) {
            beast::error_code ignored;
            self->socket_.socket().shutdown(Tcp::socket::shutdown_send, ignored);
        });
    }

    beast::tcp_stream socket_;
    Hub& hub_;
    beast::flat_buffer buffer_;
    http::request<http::empty_body> request_;
};

Tcp::endpoint endpoint_of(const ViewOptions& options) {
    beast::error_code error;
    const asio::ip::address address = asio::ip::make_address(options.host, error);
    if (error)
        throw InputError({.what = "this is no address to listen on",
                          .path = "--host",
                          .value = options.host,
                          .allowed = "an IP address of this machine: 127.0.0.1, ::1, 0.0.0.0",
                          .hint = "leave it out to be seen on this machine alone"});
    return {address, static_cast<unsigned short>(options.port)};
}

}  // namespace

struct ViewServer::Impl {
    Impl(std::unique_ptr<ViewSource> source, const ViewOptions& options) : acceptor(context) {
        hub.host = options.host;
        hub.token = options.token.empty() ? random_token() : options.token;
        listen(endpoint_of(options));
        hub.port = acceptor.local_endpoint().port();
        runner = std::make_unique<Runner>(std::move(source), options.playing, [this](int client, PacketPtr packet) {
            asio::post(context, [this, client, packet = std::move(packet)] { deliver(client, packet); });
        });
        hub.runner = runner.get();
        accept();
    }
    ~Impl() { runner.reset(); }

    void listen(const Tcp::endpoint& endpoint) {
        beast::error_code error;
        acceptor.open(endpoint.protocol(), error);
        if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
        if (!error) acceptor.bind(endpoint, error);
        if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
        if (!error) return;
        throw InputError({.what = "the viewer cannot listen there: " + error.message(),
                          .path = "--port",
                          .value = fmt::format("{}:{}", hub.host, endpoint.port()),
                          .allowed = "an address of this machine, and a port that is free",
                          .hint = "leave out --port to get a free one"});
    }
    void accept() {
        acceptor.async_accept([this](beast::error_code error, Tcp::socket socket) {
            if (!acceptor.is_open()) return;
            if (!error && hub.connections < most_connections) std::make_shared<Visit>(std::move(socket), hub)->start();
            accept();
        });
    }
    void deliver(int client, const PacketPtr& packet) {
        std::vector<std::shared_ptr<Stream>> to;
        for (const auto& [number, stream] : hub.streams)
            if (client == Runner::everyone || client == number)
                if (auto open = stream.lock()) to.push_back(std::move(open));
        for (const auto& stream : to) stream->send(packet);
    }

    Hub hub;  // before the context, whose connections refer to it to their end
    asio::io_context context{1};
    Tcp::acceptor acceptor;
    std::unique_ptr<Runner> runner;
};

ViewServer::ViewServer(const Scene& scene, const ViewOptions& options)
    : impl_(std::make_unique<Impl>(live_source(scene, options), options)) {}
ViewServer::ViewServer(const std::filesystem::path& run_folder, const ViewOptions& options)
    : impl_(std::make_unique<Impl>(folder_source(run_folder), options)) {}
ViewServer::~ViewServer() = default;

std::string ViewServer::address() const {
    const std::string& host = impl_->hub.host;
    const std::string shown = host == "0.0.0.0"                     ? "127.0.0.1"
                              : host.find(':') != std::string::npos ? "[" + host + "]"
                                                                    : host;
    return fmt::format("http://{}:{}/?token={}", shown, impl_->hub.port, impl_->hub.token);
}

void ViewServer::run() { impl_->context.run(); }
void ViewServer::stop() { impl_->context.stop(); }
bool ViewServer::has_page() { return !viewer_page().empty(); }

}  // namespace pliant
