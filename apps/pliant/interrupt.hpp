// Ctrl-C and a request to end: long work stops at the next frame, and what is written is whole.
#pragma once

namespace pliant::cli {

/// From here on SIGINT and SIGTERM only ask to stop.
void heed_interrupts();
/// They end the program again, as they did at its start.
void forget_interrupts();
/// Has one of them come?
bool stop_asked();

}  // namespace pliant::cli
