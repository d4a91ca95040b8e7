// What goes over the wire.
//
// Text packets are JSON. Binary ones are named arrays with a JSON header that describes them, all little-endian:
//
//     "PLNT"  u32 length of the header  header, padded by spaces to a multiple of 8  arrays, each padded to 8 bytes
//
// The header's "arrays" lists [name, type, count] in their order; types are "u8", "u16", "u32" and "f32".
#pragma once

#include "scene/value.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

/// A newer packet of the same kind takes the place of one that still waits to be sent.
enum class Replaces { nothing, frame, status };

struct Packet {
    bool binary = false;
    std::string bytes;
    Replaces replaces = Replaces::nothing;
};
using PacketPtr = std::shared_ptr<const Packet>;

PacketPtr text_packet(const Value& value, Replaces replaces = Replaces::nothing);

/// Gathers arrays, then writes the packet.
class BinaryPacket {
  public:
    Value header = make_object();

    void add(std::string_view name, std::span<const std::uint8_t> values);
    void add(std::string_view name, std::span<const std::uint16_t> values);
    void add(std::string_view name, std::span<const std::uint32_t> values);
    void add(std::string_view name, std::span<const float> values);
    PacketPtr finish(Replaces replaces = Replaces::nothing);

  private:
    void append(std::string_view name, const char* type, const void* data, std::size_t count, std::size_t bytes);

    Value::List arrays_;
    std::string data_;
};

}  // namespace pliant
