// One writer a folder: two processes that write the same run would rename each other's temporary files.
#pragma once

#include <filesystem>

namespace pliant {

/// Holds a folder until it is destroyed or the process ends, however it ends.
class FolderLock {
  public:
    /// Throws InputError when another writer holds the folder.
    explicit FolderLock(const std::filesystem::path& folder);

    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

  private:
    int descriptor_;
};

}  // namespace pliant
