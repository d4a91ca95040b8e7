// Drawing from a few kinds of values.
#pragma once

#include "core/random.hpp"

#include <pliant/types.hpp>

#include <cmath>
#include <initializer_list>

namespace pliant::testing {

class Choose {
  public:
    explicit Choose(std::uint64_t seed) : random_(seed) {}

    bool one_in(std::uint32_t n) { return random_.below(n) == 0; }
    int from_to(int low, int high) {
        return low + static_cast<int>(random_.below(static_cast<std::uint32_t>(high - low + 1)));
    }
    double uniform(double low, double high) { return random_.uniform(low, high); }
    /// Evenly in the exponent.
    double scaled(double low, double high) {
        return std::clamp(low * std::pow(high / low, random_.uniform()), low, high);
    }
    /// Mostly in the usual range, now and then one of the extreme legal values.
    double usual(double low, double high, std::initializer_list<double> extremes) {
        return one_in(12) ? of(extremes) : uniform(low, high);
    }
    Vec3 vector(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }
    Vec3 direction() {
        Vec3 v;
        do v = vector(1);
        while (v.norm() < 0.1);
        return one_in(4) ? Vec3(Vec3::Unit(from_to(0, 2))) : v;
    }
    template <class T>
    T of(std::initializer_list<T> values) {
        return *(values.begin() + from_to(0, static_cast<int>(values.size()) - 1));
    }
    /// One of the enumerators 0 … last.
    template <class Enum>
    Enum any(Enum last) {
        return static_cast<Enum>(from_to(0, static_cast<int>(last)));
    }

  private:
    Random random_;
};

}  // namespace pliant::testing
