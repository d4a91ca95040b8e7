// A page that is no browser: connects, sends, and reads packets.
#pragma once

#include <pliant/view.hpp>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

namespace pliant::testing {

/// A server on a thread of its own.
class Served {
  public:
    template <class What>
    explicit Served(const What& what, ViewOptions options = {}) : server_(what, with_token(std::move(options))) {
        thread_ = std::thread([this] { server_.run(); });
    }
    ~Served() {
        server_.stop();
        thread_.join();
    }
    std::string port() const {
        const std::string address = server_.address();
        const std::size_t colon = address.rfind(':');
        return address.substr(colon + 1, address.find('/', colon) - colon - 1);
    }

  private:
    static ViewOptions with_token(ViewOptions options) {
        options.token = "secret";
        options.threads = 1;
        return options;
    }
    ViewServer server_;
    std::thread thread_;
};

/// What came: a text packet's object, or a binary one's header.
struct Received {
    bool binary = false;
    nlohmann::json value;
    std::string bytes;

    std::string kind() const { return value.value("kind", ""); }
};

class Client {
  public:
    using Socket = boost::beast::websocket::stream<boost::beast::tcp_stream>;

    explicit Client(const std::string& port, const std::string& token = "secret", const std::string& origin = {})
        : socket_(context_) {
        namespace beast = boost::beast;
        boost::asio::ip::tcp::resolver resolver(context_);
        beast::get_lowest_layer(socket_).connect(resolver.resolve("127.0.0.1", port));
        const std::string host = "127.0.0.1:" + port, from = origin.empty() ? "http://" + host : origin;
        socket_.set_option(beast::websocket::stream_base::decorator([from](beast::websocket::request_type& request) {
            if (from != "none") request.set(beast::http::field::origin, from);
        }));
        socket_.handshake(host, "/stream?token=" + token);
        socket_.read_message_max(std::size_t{256} << 20);
    }

    void send(const nlohmann::json& message) { send_text(message.dump()); }
    void send_text(const std::string& text) {
        socket_.text(true);
        socket_.write(boost::asio::buffer(text));
    }
    void send_binary(const std::string& bytes) {
        socket_.binary(true);
        socket_.write(boost::asio::buffer(bytes));
    }

    /// The next packet; none within ten seconds, or when the connection ends, is an error.
    Received receive() {
        boost::beast::flat_buffer buffer;
        boost::beast::error_code error = boost::asio::error::would_block;
        boost::beast::get_lowest_layer(socket_).expires_after(std::chrono::seconds(10));
        socket_.async_read(buffer, [&](boost::beast::error_code e, std::size_t) { error = e; });
        context_.restart();
        context_.run();
        if (error) throw std::runtime_error("the stream ended: " + error.message());
        Received received;
        received.binary = socket_.got_binary();
        received.bytes = boost::beast::buffers_to_string(buffer.data());
        if (received.binary) {
            std::uint32_t length = 0;
            received.bytes.copy(reinterpret_cast<char*>(&length), 4, 4);
            received.value = nlohmann::json::parse(received.bytes.substr(8, length));
        } else {
            received.value = nlohmann::json::parse(received.bytes);
        }
        return received;
    }
    /// The next one that is wanted; others are passed over.
    Received until(const std::function<bool(const Received&)>& wanted) {
        for (;;)
            if (Received received = receive(); wanted(received)) return received;
    }
    Received until(const std::string& kind) {
        return until([&](const Received& received) { return received.kind() == kind; });
    }
    /// Reads until the server closes; why it did.
    boost::beast::websocket::close_reason closed() {
        try {
            for (;;) receive();
        } catch (const std::runtime_error&) {
            return socket_.reason();
        }
    }
    /// Ends the connection as a page does that crashes.
    void vanish() {
        boost::beast::error_code ignored;
        boost::beast::get_lowest_layer(socket_).socket().close(ignored);
    }

  private:
    boost::asio::io_context context_;
    Socket socket_;
};

/// The positions of a frame, decoded.
inline std::vector<double> positions_of(const Received& frame) {
    std::uint32_t length = 0;
    frame.bytes.copy(reinterpret_cast<char*>(&length), 4, 4);
    const auto& arrays = frame.value["arrays"];
    const std::size_t count = arrays[0][2].get<std::size_t>();
    std::vector<double> out(count);
    const std::vector<double> box = frame.value["box"].get<std::vector<double>>();
    for (std::size_t i = 0; i < count; ++i) {
        std::uint16_t packed = 0;
        frame.bytes.copy(reinterpret_cast<char*>(&packed), 2, 8 + length + 2 * i);
        out[i] = box[i % 3] + box[3 + i % 3] * packed / 65535.0;
    }
    return out;
}

}  // namespace pliant::testing
