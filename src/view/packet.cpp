#include "view/packet.hpp"

#include <bit>
#include <cstring>

namespace pliant {
namespace {

static_assert(std::endian::native == std::endian::little, "the wire is little-endian");
constexpr std::size_t alignment = 8;

void pad(std::string& text, char with) { text.append((alignment - text.size() % alignment) % alignment, with); }

}  // namespace

PacketPtr text_packet(const Value& value, Replaces replaces) {
    return std::make_shared<const Packet>(Packet{false, compact_text(value), replaces});
}

void BinaryPacket::append(std::string_view name, const char* type, const void* data, std::size_t count,
                          std::size_t bytes) {
    arrays_.push_back(
        make_value(Value::List{make_value(name), make_value(type), make_value(static_cast<double>(count))}));
    if (bytes > 0) data_.append(static_cast<const char*>(data), bytes);
    pad(data_, '\0');
}

void BinaryPacket::add(std::string_view name, std::span<const std::uint8_t> v) {
    append(name, "u8", v.data(), v.size(), v.size_bytes());
}
void BinaryPacket::add(std::string_view name, std::span<const std::uint16_t> v) {
    append(name, "u16", v.data(), v.size(), v.size_bytes());
}
void BinaryPacket::add(std::string_view name, std::span<const std::uint32_t> v) {
    append(name, "u32", v.data(), v.size(), v.size_bytes());
}
void BinaryPacket::add(std::string_view name, std::span<const float> v) {
    append(name, "f32", v.data(), v.size(), v.size_bytes());
}

PacketPtr BinaryPacket::finish(Replaces replaces) {
    header.set("arrays", make_value(std::move(arrays_)));
    std::string text = compact_text(header);
    pad(text, ' ');
    const auto length = static_cast<std::uint32_t>(text.size());
    Packet packet{true, {}, replaces};
    packet.bytes.reserve(8 + text.size() + data_.size());
    packet.bytes.append("PLNT", 4);
    packet.bytes.append(reinterpret_cast<const char*>(&length), sizeof(length));
    packet.bytes += text;
    packet.bytes += data_;
    return std::make_shared<const Packet>(std::move(packet));
}

}  // namespace pliant
