#include "scene/embedded.hpp"

namespace pliant {

std::string_view embedded_text(std::string_view name) {
    for (const EmbeddedFile& file : embedded_files())
        if (file.name == name) return file.text;
    return {};
}

}  // namespace pliant
