// A 64-bit hash of bytes for state hashes and seeds: fast, well mixed, not cryptographic, the same on every
// little-endian machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pliant {

class Hash {
  public:
    void add(const void* data, std::size_t bytes) {
        const auto* p = static_cast<const unsigned char*>(data);
        for (; bytes >= 8; bytes -= 8, p += 8) {
            std::uint64_t word;
            std::memcpy(&word, p, 8);
            mix(word);
        }
        if (bytes > 0) {
            std::uint64_t word = 0;
            std::memcpy(&word, p, bytes);
            mix(word ^ (std::uint64_t{bytes} << 56));
        }
    }
    template <class T>
    void add_value(const T& value) {
        add(&value, sizeof value);
    }
    std::uint64_t value() const {
        std::uint64_t z = state_;
        z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93ULL;
        return z ^ (z >> 32);
    }

  private:
    void mix(std::uint64_t word) {
        state_ = (state_ ^ word) * 0x9fb21c651e98df25ULL;
        state_ ^= state_ >> 29;
    }
    std::uint64_t state_ = 0x243f6a8885a308d3ULL;
};

}  // namespace pliant
