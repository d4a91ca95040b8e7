// The run that another one is to replace (pliant run --force): it waits in a folder within its own, whole and readable
// like any run, until the new one is complete. Nothing is copied but the manifest, so that this takes no room, and a
// kill at any moment leaves one of these, told apart by where manifests are:
//
//     replaced/run.json                 the old run is whole in there; run.json is that of the new one
//     replaced/ without a manifest      the old run was on its way: run.json is still its own, mend_replaced() brings
//                                       back what had left
#pragma once

#include <filesystem>

namespace pliant {

std::filesystem::path replaced_path(const std::filesystem::path& folder);
/// Is a run kept there?
bool keeps_replaced(const std::filesystem::path& folder);

/// Moves the files of the folder's run there; its manifest stays to be overwritten. Throws InputError when that cannot
/// be done, and then all is as before.
void set_run_aside(const std::filesystem::path& folder);
/// Removes the run in the folder and puts the one that is kept into its place.
void put_replaced_back(const std::filesystem::path& folder);
/// Removes the run that is kept, if there is one; its manifest goes last.
void drop_replaced(const std::filesystem::path& folder);
/// After a kill: finishes what one of the above had begun.
void mend_replaced(const std::filesystem::path& folder);

}  // namespace pliant
