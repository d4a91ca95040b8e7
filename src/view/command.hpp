// What a page asks for, checked.
#pragma once

#include <pliant/live.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace pliant {

enum class CommandKind {
    greet,        ///< a page has come: the server makes this one itself
    leave,        ///< a page has gone: likewise
    play,         ///<
    pause,        ///<
    step,         ///< one frame
    reset,        ///< back to the start; of a live run without its inputs
    speed,        ///< value: times as fast as the scene's time
    show,         ///< frame: one that is kept, for this page alone
    rewind,       ///< frame: a live run goes on from the last moment that is kept at or before it
    color,        ///< text: what the numbers of the particles are: none, speed, strain, plastic, cluster, fragment
    proxies,      ///< value: 1 sends what bodies collide with, 0 does not
    scene,        ///< text: another bundled scene
    input,        ///< Live::apply
    save_inputs,  ///< as inputs.jsonl, to replay
    save_scene    ///< with the parameters that were set
};

struct Command {
    CommandKind kind = CommandKind::greet;
    int client = 0;  ///< which page
    double id = 0;   ///< the page's own number: the answer has it
    double value = 0;
    std::string text;
    std::optional<Input> input;
};

/// Thrown for a message that no page of ours sends: its connection is closed.
struct MalformedMessage {
    std::string why;
};

/// From a message's text. Throws MalformedMessage when it is not a command, and InputError when the command is one, but
/// what it holds is not right.
Command command_of(std::string_view text);

}  // namespace pliant
