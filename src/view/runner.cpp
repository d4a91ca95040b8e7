#include "view/runner.hpp"

#include <pliant/error.hpp>

#include <algorithm>

namespace pliant {
namespace {

constexpr std::size_t most_commands = 500;  ///< of one page
constexpr double slowest = 0.01, fastest = 100;

Value problem_value(const Command& command, const InputProblem& problem) {
    return make_object({{"kind", make_value("refused")},
                        {"id", make_value(command.id)},
                        {"what", make_value(problem.what)},
                        {"path", make_value(problem.path)},
                        {"value", make_value(problem.value)},
                        {"allowed", make_value(problem.allowed)},
                        {"hint", make_value(problem.hint)}});
}

Value scenes_value() {
    Value::List names;
    for (const std::string& name : bundled_scenes()) names.push_back(make_value(name));
    return make_object({{"kind", make_value("scenes")}, {"scenes", make_value(std::move(names))}});
}

}  // namespace

Runner::Runner(std::unique_ptr<ViewSource> source, bool playing, Send send)
    : source_(std::move(source)), send_(std::move(send)), playing_(playing), thread_([this] { run(); }) {}

Runner::~Runner() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

bool Runner::post(Command command) {
    {
        const std::lock_guard lock(mutex_);
        std::size_t& waiting = waiting_commands_[command.client];
        if (waiting >= most_commands && command.kind != CommandKind::leave) return false;
        ++waiting;
        commands_.push_back(std::move(command));
    }
    wake_.notify_all();
    return true;
}

Runner::Clock::duration Runner::frame_time() const {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / (source_->fps() * speed_)));
}

void Runner::run() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        const bool moves = playing_ && clients_ > 0;
        const auto awake = [&] { return stopping_ || !commands_.empty(); };
        if (moves)
            wake_.wait_until(lock, due_, awake);
        else
            wake_.wait(lock, awake);
        std::deque<Command> commands;
        commands.swap(commands_);
        waiting_commands_.clear();
        lock.unlock();
        for (const Command& command : commands) handle(command);
        if (playing_ && clients_ > 0 && Clock::now() >= due_) go_on();
        lock.lock();
    }
}

void Runner::go_on() {
    constexpr auto look_again = std::chrono::milliseconds(200);
    const bool advanced = source_->advance();
    if (advanced) send_(everyone, source_->current());
    if (advanced == waiting_ || advanced) {
        waiting_ = !advanced;
        send_status();
    }
    // A simulation that cannot keep up does not try to catch up.
    const auto now = Clock::now();
    due_ = advanced ? std::max(due_ + frame_time(), now) : now + look_again;
}

void Runner::send_status(int client) {
    Value status = make_object({{"kind", make_value("status")},
                                {"playing", make_value(playing_)},
                                {"speed", make_value(speed_)},
                                {"waiting", make_value(waiting_)},
                                {"pages", make_value(static_cast<double>(clients_))}});
    source_->add_status(status);
    send_(client, text_packet(status, Replaces::status));
}

void Runner::handle(const Command& command) {
    try {
        act(command);
    } catch (const InputError& error) {
        send_(command.client, text_packet(problem_value(command, error.problem())));
    } catch (const std::exception& error) {
        send_(command.client, text_packet(problem_value(command, {.what = error.what()})));
    }
    if (command.kind != CommandKind::show && command.kind != CommandKind::input) send_status();
}

void Runner::act(const Command& command) {
    switch (command.kind) {
        case CommandKind::greet:
            if (clients_++ == 0) due_ = Clock::now();
            send_(command.client, text_packet(scenes_value()));
            for (const PacketPtr& packet : source_->greeting()) send_(command.client, packet);
            send_(command.client, source_->current());
            return;
        case CommandKind::leave:
            --clients_;
            return;
        case CommandKind::play:
            playing_ = true;
            due_ = Clock::now();
            return;
        case CommandKind::pause:
            playing_ = false;
            return;
        case CommandKind::step:
            playing_ = false;
            if (source_->advance()) send_(everyone, source_->current());
            return;
        case CommandKind::speed:
            if (!(command.value >= slowest && command.value <= fastest))
                throw InputError({.what = "this is no speed to play at",
                                  .path = "speed",
                                  .value = std::to_string(command.value),
                                  .allowed = "a number from 0.01 to 100",
                                  .hint = "1 is the scene's own time"});
            speed_ = command.value;
            return;
        case CommandKind::show: {
            const PacketPtr packet = source_->kept(static_cast<int>(std::clamp(command.value, 0.0, 1e9)));
            if (!packet)
                throw InputError({.what = "this frame is not kept",
                                  .path = "frame",
                                  .value = std::to_string(command.value),
                                  .allowed = "a frame between the ends of the timeline",
                                  .hint = "older frames are dropped when memory is used up"});
            send_(command.client, packet);
            return;
        }
        default:
            for (const PacketPtr& packet : source_->act(command)) send_(everyone, packet);
    }
}

}  // namespace pliant
