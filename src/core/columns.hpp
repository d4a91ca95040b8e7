// A table of K numbers per row, stored column by column and padded so that a vector of eight rows can be read anywhere.
#pragma once

#include <pliant/types.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace pliant {

inline constexpr std::size_t column_padding = 8;

template <std::size_t K>
class Columns {
  public:
    std::size_t size() const { return size_; }
    void resize(std::size_t rows) {
        const std::size_t stride = (rows + column_padding - 1) / column_padding * column_padding;
        std::vector<Real> data(K * stride, Real(0));
        for (std::size_t k = 0; k < K; ++k)
            for (std::size_t r = 0; r < std::min(rows, size_); ++r) data[k * stride + r] = data_[k * stride_ + r];
        data_ = std::move(data);
        size_ = rows;
        stride_ = stride;
    }
    Real* column(std::size_t k) { return data_.data() + k * stride_; }
    const Real* column(std::size_t k) const { return data_.data() + k * stride_; }
    Real& at(std::size_t row, std::size_t k) { return data_[k * stride_ + row]; }
    Real at(std::size_t row, std::size_t k) const { return data_[k * stride_ + row]; }
    std::array<Real, K> row(std::size_t r) const {
        std::array<Real, K> values;
        for (std::size_t k = 0; k < K; ++k) values[k] = at(r, k);
        return values;
    }
    void set_row(std::size_t r, const std::array<Real, K>& values) {
        for (std::size_t k = 0; k < K; ++k) at(r, k) = values[k];
    }
    /// All numbers, column by column. The padding goes along: zero until a kernel writes whole blocks, and hashes and
    /// checkpoints cover it.
    const std::vector<Real>& data() const { return data_; }

  private:
    std::size_t size_ = 0, stride_ = 0;
    std::vector<Real> data_;
};

}  // namespace pliant
