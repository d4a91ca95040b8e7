#include "run/folder_lock.hpp"

#include <pliant/error.hpp>

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace pliant {

FolderLock::FolderLock(const std::filesystem::path& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0)
        throw InputError({.what = "the folder cannot be opened: " + std::generic_category().message(errno),
                          .file = folder.string(),
                          .hint = "choose another one with -o DIR"});
    // A file system without locks (some network ones) is used without.
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    ::close(descriptor_);
    throw InputError({.what = "another run is being written to this folder",
                      .file = folder.string(),
                      .hint = "wait for it to end, stop it, or choose another folder with -o DIR"});
}

FolderLock::~FolderLock() { ::close(descriptor_); }

}  // namespace pliant
