// The thread that owns what is shown: does what pages ask for, keeps time, and hands packets out.
#pragma once

#include "view/source.hpp"

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace pliant {

class Runner {
  public:
    static constexpr int everyone = -1;
    /// Sends a packet to a page, or to everyone. Called from the runner's thread; must not wait.
    using Send = std::function<void(int client, PacketPtr packet)>;

    Runner(std::unique_ptr<ViewSource> source, bool playing, Send send);
    ~Runner();
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    /// From any thread. False when so much of this page waits already that it must be abusing it.
    bool post(Command command);

  private:
    using Clock = std::chrono::steady_clock;
    void run();
    void handle(const Command& command);
    void act(const Command& command);
    void go_on();
    void send_status(int client = everyone);
    Clock::duration frame_time() const;

    std::unique_ptr<ViewSource> source_;
    Send send_;
    bool playing_;
    double speed_ = 1;
    int clients_ = 0;
    bool waiting_ = false;  ///< for a frame that is not written yet
    Clock::time_point due_ = Clock::now();

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Command> commands_;
    std::map<int, std::size_t> waiting_commands_;  ///< per page
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace pliant
