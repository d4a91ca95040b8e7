// Ctrl-C and a request to end (SIGINT, SIGTERM). Work that has written nothing ends at once; long work that writes
// stops at the next frame or picture, and what is written is whole. A second Ctrl-C ends that too. The exit code is
// 130.
#pragma once

#include <string>

namespace pliant::cli {

/// Thrown to leave work that was asked to stop; temporary files go on the way out. It says what was stopped.
struct Stopped {
    std::string said;
};

/// From here on an interrupt ends the program with one line: there is nothing to put in order.
void end_on_interrupts();
/// From here on an interrupt only asks to stop.
void heed_interrupts();
/// Has one come?
bool stop_asked();
/// Throws Stopped when one has come: "stopped while drawing; nothing was written".
void stop_if_asked(const std::string& doing, const std::string& left = "nothing was written");

}  // namespace pliant::cli
