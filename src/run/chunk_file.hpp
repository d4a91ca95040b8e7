// Files of named arrays: what frames and checkpoints are made of.
//
//     header     "PLIANTCF", u32 format version, u32 kind, u64 bytes of the directory, u64 hash of all of this and of
//     it directory  per chunk: u8 length of its name, name, u8 type, u32 components, u64 count, u64 stored bytes, u64
//     hash payload    the chunks one after the other
//
// All numbers are little endian. A chunk is `count` rows of `components` numbers of one type. Its bytes are first
// sorted by significance (all lowest bytes, then all second ones, …: neighboring numbers share their high bytes) and
// then compressed by zstd; where that does not make them fewer they are stored as they are. The same arrays give the
// same bytes. A reader checks every length before it believes it and every hash before it uses a byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

inline constexpr std::uint32_t chunk_format = 3;

/// What a file is about; a reader that expects another kind refuses it.
enum class FileKind : std::uint32_t { frame = 1, checkpoint = 2 };

enum class ElementType : std::uint8_t { u8 = 1, u32, u64, f32, f64 };
std::size_t size_of(ElementType type);
std::string_view name_of(ElementType type);

template <class T>
constexpr ElementType element_type() {
    if constexpr (std::is_same_v<T, std::uint8_t>) return ElementType::u8;
    if constexpr (std::is_same_v<T, std::uint32_t>) return ElementType::u32;
    if constexpr (std::is_same_v<T, std::uint64_t>) return ElementType::u64;
    if constexpr (std::is_same_v<T, float>) return ElementType::f32;
    if constexpr (std::is_same_v<T, double>) return ElementType::f64;
}

struct Chunk {
    std::string name;  ///< 1 to 255 bytes, once in a file
    ElementType type = ElementType::u8;
    std::uint32_t components = 1;  ///< numbers in a row
    std::uint64_t count = 0;       ///< rows
    std::uint64_t stored = 0;      ///< bytes in the file
    std::uint64_t hash = 0;        ///< of the stored bytes
};

/// Collects arrays and makes the file's bytes of them.
class ChunkWriter {
  public:
    explicit ChunkWriter(FileKind kind) : kind_(kind) {}

    /// Adds `values`, rows of `components` numbers. The name must be new.
    template <class T>
    void add(std::string name, std::span<const T> values, std::uint32_t components = 1) {
        add_bytes({std::move(name), element_type<T>(), components, values.size() / components}, std::as_bytes(values));
    }
    template <class T>
    void add_value(std::string name, const T& value) {
        add(std::move(name), std::span<const T>(&value, 1));
    }

    std::vector<std::byte> finish() const;

  private:
    void add_bytes(Chunk chunk, std::span<const std::byte> bytes);

    FileKind kind_;
    std::vector<Chunk> chunks_;
    std::vector<std::byte> payload_;
};

/// A file that was read and found whole.
class ChunkFile {
  public:
    /// Reads and checks everything but the meaning of the arrays. Throws InputError that names file, chunk and a hint.
    static ChunkFile read(const std::filesystem::path& path, FileKind kind);
    /// The same from bytes; `path` names them in messages.
    static ChunkFile parse(std::vector<std::byte> bytes, std::filesystem::path path, FileKind kind);

    const std::vector<Chunk>& chunks() const { return chunks_; }
    const std::filesystem::path& path() const { return path_; }
    bool has(std::string_view name) const;
    const Chunk& chunk(std::string_view name) const;

    /// The array of that name. Throws InputError when it is not there or has another type or number of components.
    template <class T>
    std::vector<T> get(std::string_view name, std::uint32_t components = 1) const {
        const Chunk& c = expect(name, element_type<T>(), components);
        std::vector<T> values(c.count * components);
        unpack(c, std::as_writable_bytes(std::span(values)));
        return values;
    }
    /// An array of one number.
    template <class T>
    T get_value(std::string_view name) const {
        const Chunk& c = expect(name, element_type<T>(), 1);
        if (c.count != 1) refuse("holds more or less than one number", name);
        T value;
        unpack(c, std::as_writable_bytes(std::span(&value, 1)));
        return value;
    }

    /// Throws the InputError for contents that are whole but make no sense: "chunk NAME what".
    [[noreturn]] void refuse(const std::string& what, std::string_view chunk) const;

  private:
    const Chunk& expect(std::string_view name, ElementType type, std::uint32_t components) const;
    void unpack(const Chunk& chunk, std::span<std::byte> to) const;

    std::filesystem::path path_;
    std::vector<std::byte> bytes_;
    std::vector<Chunk> chunks_;
    std::vector<std::size_t> offsets_;  ///< of the chunks' stored bytes
};

}  // namespace pliant
