// One lambda for each alternative of a variant, as the visitor for std::visit.
#pragma once

namespace pliant {

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace pliant
