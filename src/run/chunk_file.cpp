#include "run/chunk_file.hpp"

#include "core/assert.hpp"
#include "core/hash.hpp"
#include "run/pack_bytes.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

namespace pliant {
namespace {

static_assert(std::endian::native == std::endian::little, "files are little endian and written as they lie in memory");

constexpr std::string_view magic = "PLIANTCF";
constexpr std::size_t header_bytes = 8 + 4 + 4 + 8 + 8;
constexpr std::size_t hash_at = header_bytes - 8;
constexpr const char* damaged_hint =
    "it was changed or cut off after it was written; take it from a copy, or compute it again (docs/cache.md)";

std::uint64_t hash_of(std::span<const std::byte> bytes) {
    Hash hash;
    hash.add(bytes.data(), bytes.size());
    return hash.value();
}

/// Of the header up to itself, and of the directory.
std::uint64_t hash_of_front(std::span<const std::byte> file, std::size_t directory) {
    Hash hash;
    hash.add(file.data(), hash_at);
    hash.add(file.data() + header_bytes, directory);
    return hash.value();
}

void put_bytes(std::vector<std::byte>& to, const void* bytes, std::size_t size) {
    if (size == 0) return;
    const std::size_t end = to.size();
    to.resize(end + size);
    std::memcpy(to.data() + end, bytes, size);
}

template <class T>
void put(std::vector<std::byte>& to, const T& value) {
    put_bytes(to, &value, sizeof value);
}

void put(std::vector<std::byte>& to, std::string_view text) { put_bytes(to, text.data(), text.size()); }

/// Takes values off the front of bytes; false when there are too few.
class Cursor {
  public:
    explicit Cursor(std::span<const std::byte> bytes) : left_(bytes) {}
    template <class T>
    bool take(T& value) {
        if (left_.size() < sizeof value) return false;
        std::memcpy(&value, left_.data(), sizeof value);
        left_ = left_.subspan(sizeof value);
        return true;
    }
    bool take(std::string& text, std::size_t length) {
        if (left_.size() < length) return false;
        text.assign(reinterpret_cast<const char*>(left_.data()), length);
        left_ = left_.subspan(length);
        return true;
    }
    bool at_end() const { return left_.empty(); }

  private:
    std::span<const std::byte> left_;
};

[[noreturn]] void refuse_damaged(const std::filesystem::path& path, const std::string& where) {
    throw InputError({.what = "the file is damaged: " + where, .file = path.string(), .hint = damaged_hint});
}

/// The directory's bytes, after the header and the directory were found whole and of the right kind.
std::size_t directory_size(std::span<const std::byte> file, const std::filesystem::path& path, FileKind kind) {
    if (file.size() < header_bytes || std::memcmp(file.data(), magic.data(), magic.size()) != 0)
        throw InputError({.what = "this is not a file that Pliant wrote, or it is damaged",
                          .file = path.string(),
                          .hint = damaged_hint});
    Cursor header(file.subspan(magic.size(), header_bytes - magic.size()));
    std::uint32_t format = 0;
    FileKind found{};
    std::uint64_t size = 0, hash = 0;
    header.take(format) && header.take(found) && header.take(size) && header.take(hash);
    if (format != chunk_format)
        throw InputError({.what = "the file has another format version",
                          .file = path.string(),
                          .value = std::to_string(format),
                          .allowed = std::to_string(chunk_format),
                          .hint = "read it with the version of Pliant that wrote it, or run the scene again"});
    if (size > file.size() - header_bytes || hash_of_front(file, size) != hash) refuse_damaged(path, "its directory");
    if (found != kind)
        throw InputError({.what = "the file is of another kind",
                          .file = path.string(),
                          .hint = "frames are in frames/, checkpoints in checkpoints/"});
    return size;
}

bool take_chunk(Cursor& cursor, Chunk& chunk) {
    std::uint8_t length = 0, type = 0;
    if (!cursor.take(length) || length == 0 || !cursor.take(chunk.name, length) || !cursor.take(type)) return false;
    if (type < static_cast<std::uint8_t>(ElementType::u8) || type > static_cast<std::uint8_t>(ElementType::f64))
        return false;
    chunk.type = static_cast<ElementType>(type);
    return cursor.take(chunk.components) && cursor.take(chunk.count) && cursor.take(chunk.stored) &&
           cursor.take(chunk.hash);
}

/// Does the chunk's claim about its size hold up against the bytes it has?
bool has_possible_size(const Chunk& chunk, std::size_t bytes_left) {
    if (chunk.stored > bytes_left || chunk.components == 0) return false;
    const std::size_t most_rows = most_unpacked(chunk.stored) / size_of(chunk.type) / chunk.components;
    return chunk.count <= most_rows;
}

std::vector<std::byte> read_bytes(const std::filesystem::path& path) {
    const auto fail = [&](int code) {
        throw InputError({.what = "the file cannot be read: " + std::generic_category().message(code),
                          .file = path.string(),
                          .hint = "check that it is there and that you may read it"});
    };
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
    if (!file) fail(errno);
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error) fail(error.value());
    std::vector<std::byte> bytes(size);
    if (std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) fail(std::ferror(file.get()) ? EIO : 0);
    return bytes;
}

}  // namespace

std::size_t size_of(ElementType type) {
    constexpr std::size_t sizes[] = {1, 4, 8, 4, 8};
    return sizes[static_cast<std::size_t>(type) - 1];
}

std::string_view name_of(ElementType type) {
    constexpr std::string_view names[] = {"u8", "u32", "u64", "f32", "f64"};
    return names[static_cast<std::size_t>(type) - 1];
}

void ChunkWriter::add_bytes(Chunk chunk, std::span<const std::byte> bytes) {
    PLIANT_ASSERT(!chunk.name.empty() && chunk.name.size() < 256);
    PLIANT_ASSERT(std::none_of(chunks_.begin(), chunks_.end(), [&](const Chunk& c) { return c.name == chunk.name; }));
    const std::vector<std::byte> packed = pack_bytes(bytes, chunk.components * size_of(chunk.type));
    chunk.stored = packed.size();
    chunk.hash = hash_of(packed);
    put_bytes(payload_, packed.data(), packed.size());
    chunks_.push_back(std::move(chunk));
}

std::vector<std::byte> ChunkWriter::finish() const {
    std::vector<std::byte> directory;
    for (const Chunk& chunk : chunks_) {
        put(directory, static_cast<std::uint8_t>(chunk.name.size()));
        put(directory, std::string_view(chunk.name));
        put(directory, chunk.type);
        put(directory, chunk.components);
        put(directory, chunk.count);
        put(directory, chunk.stored);
        put(directory, chunk.hash);
    }
    std::vector<std::byte> file;
    file.reserve(header_bytes + directory.size() + payload_.size());
    put(file, magic);
    put(file, chunk_format);
    put(file, kind_);
    put(file, std::uint64_t{directory.size()});
    put(file, std::uint64_t{0});
    put_bytes(file, directory.data(), directory.size());
    const std::uint64_t hash = hash_of_front(file, directory.size());
    std::memcpy(file.data() + hash_at, &hash, sizeof hash);
    put_bytes(file, payload_.data(), payload_.size());
    return file;
}

ChunkFile ChunkFile::read(const std::filesystem::path& path, FileKind kind) {
    return parse(read_bytes(path), path, kind);
}

ChunkFile ChunkFile::parse(std::vector<std::byte> bytes, std::filesystem::path path, FileKind kind) {
    ChunkFile file;
    file.path_ = std::move(path);
    file.bytes_ = std::move(bytes);
    const std::span<const std::byte> all(file.bytes_);
    const std::size_t directory = directory_size(all, file.path_, kind);
    Cursor cursor(all.subspan(header_bytes, directory));
    std::size_t offset = header_bytes + directory;
    while (!cursor.at_end()) {
        Chunk chunk;
        if (!take_chunk(cursor, chunk) || file.has(chunk.name)) refuse_damaged(file.path_, "its directory");
        if (!has_possible_size(chunk, all.size() - offset) || hash_of(all.subspan(offset, chunk.stored)) != chunk.hash)
            refuse_damaged(file.path_, fmt::format("chunk \"{}\"", chunk.name));
        file.offsets_.push_back(offset);
        offset += chunk.stored;
        file.chunks_.push_back(std::move(chunk));
    }
    if (offset != all.size()) refuse_damaged(file.path_, "there are bytes after its last chunk");
    return file;
}

bool ChunkFile::has(std::string_view name) const {
    return std::any_of(chunks_.begin(), chunks_.end(), [&](const Chunk& c) { return c.name == name; });
}

const Chunk& ChunkFile::chunk(std::string_view name) const {
    for (const Chunk& c : chunks_)
        if (c.name == name) return c;
    refuse("is not there", name);
}

const Chunk& ChunkFile::expect(std::string_view name, ElementType type, std::uint32_t components) const {
    const Chunk& c = chunk(name);
    if (c.type != type || c.components != components)
        refuse(fmt::format("holds {} × {}, not {} × {}", c.components, name_of(c.type), components, name_of(type)),
               name);
    return c;
}

void ChunkFile::unpack(const Chunk& c, std::span<std::byte> to) const {
    const std::size_t offset = offsets_[static_cast<std::size_t>(&c - chunks_.data())];
    const std::span<const std::byte> stored = std::span(bytes_).subspan(offset, c.stored);
    if (!unpack_bytes(stored, c.components * size_of(c.type), to)) refuse("cannot be unpacked", c.name);
}

void ChunkFile::refuse(const std::string& what, std::string_view chunk) const {
    throw InputError(
        {.what = fmt::format("chunk \"{}\" {}", chunk, what), .file = path_.string(), .hint = damaged_hint});
}

}  // namespace pliant
