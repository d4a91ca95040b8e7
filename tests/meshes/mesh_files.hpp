// Files that reader tests write, and what is expected of messages about bad ones.
#pragma once

#include "support/files.hpp"

#include <gtest/gtest.h>
#include <pliant/error.hpp>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace pliant::test {

/// A folder of its own for each test, gone when it ends.
class MeshFiles : public ::testing::Test {
  protected:
    std::filesystem::path folder() const { return folder_; }
    std::filesystem::path write(const std::string& name, std::string_view bytes) const {
        testing::put_bytes(folder_ / name, bytes);
        return folder_ / name;
    }

    /// read() must throw an InputError that names the file and has all of `parts` in its text.
    template <class Read>
    void expect_refused(Read read, const std::filesystem::path& path, const std::vector<std::string>& parts) const {
        try {
            read(path);
            ADD_FAILURE() << path << " was accepted";
        } catch (const InputError& error) {
            EXPECT_EQ(error.problem().file, path.string());
            for (const std::string& part : parts) {
                EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
                    << "no '" << part << "' in: " << error.what();
            }
        }
    }

  private:
    testing::TemporaryFolder folder_;
};

/// The bytes of a value in the machine's order, or reversed.
template <class T>
std::string bytes_of(T value, bool reversed = false) {
    std::string bytes(sizeof(T), '\0');
    std::memcpy(bytes.data(), &value, sizeof(T));
    return reversed ? std::string(bytes.rbegin(), bytes.rend()) : bytes;
}

}  // namespace pliant::test
