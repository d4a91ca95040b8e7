#include <pliant/pictures.hpp>

#include "core/file_writer.hpp"
#include "pictures/convert.hpp"
#include "pictures/ffmpeg.hpp"
#include "render/webp.hpp"

#include <pliant/error.hpp>

#include <cctype>
#include <optional>
#include <string>

namespace pliant {

/// One of the two, by the file's ending.
struct Movie::Encoder {
    std::filesystem::path file;
    std::optional<render::WebpAnimation> webp;
    std::optional<FfmpegPipe> ffmpeg;
};

Movie::Movie(const std::filesystem::path& file, int width, int height, double fps)
    : encoder_(std::make_unique<Encoder>()) {
    encoder_->file = file;
    std::string extension = file.extension().string();
    for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (extension == ".webp") {
        { const FileWriter probe(file); }  // an unwritable place is known before the first picture is drawn
        encoder_->webp.emplace(width, height, fps);
    } else if (extension == ".mp4") {
        encoder_->ffmpeg.emplace(file, width, height, fps);
    } else {
        throw InputError({.what = "the film's name does not say its format",
                          .file = file.string(),
                          .path = "--movie",
                          .value = file.filename().string(),
                          .allowed = "a name that ends in .webp or .mp4",
                          .hint = "name it film.webp"});
    }
}

Movie::~Movie() = default;

void Movie::add(const Picture& picture) {
    if (encoder_->webp)
        encoder_->webp->add(to_render(picture));
    else
        encoder_->ffmpeg->add(picture);
}

void Movie::finish() {
    if (encoder_->webp)
        encoder_->webp->write(encoder_->file);
    else
        encoder_->ffmpeg->finish();
}

}  // namespace pliant
