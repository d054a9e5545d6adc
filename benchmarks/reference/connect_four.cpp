// The sweeps of graphgames' tables of Connect Four in C++: mark what can be reached, then label it, tier by tier.
// The numbers are the same: heights of the columns times the set of places of the first player, ranked and unranked by
// pieces of 13 bits; labels are kept for the marked numbers alone and found by counting bits. Nothing is written.
// usage: connect_four WIDTH HEIGHT CONNECT REPEAT
// Prints the least processor time in seconds, how many positions are won, lost and drawn, and the longest win or loss.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using std::vector;
enum : uint16_t { OPEN, LOSS, DRAW, WIN };
constexpr int CHUNK = 13;

int64_t binomial[64][64];

struct Piece {
  int shift, width;
  vector<int64_t> smaller;  // how many masks have a smaller piece, by members to be placed and piece
};

struct Combinations {  // the subsets of n places with k members, in ascending order
  int n, k;
  int64_t size;
  vector<Piece> pieces;  // the highest first, without the lowest
  int low;
  vector<int64_t> first, ordered, starts;  // of the lowest piece

  Combinations(int places, int members) : n(places), k(members), size(binomial[n][k]), low(std::min(n, CHUNK)) {
    for (int shift = low; shift < n; shift += CHUNK) {
      Piece piece{shift, std::min(CHUNK, n - shift), {}};
      const int64_t masks = int64_t(1) << piece.width;
      piece.smaller.resize((k + 1) * masks);
      for (int left = 0; left <= k; left++) {
        int64_t sum = 0;
        for (int64_t bits = 0; bits < masks; bits++) {
          const int m = __builtin_popcountll(bits);
          piece.smaller[left * masks + bits] = sum;
          if (m <= left && left - m <= shift) sum += binomial[shift][left - m];
        }
      }
      pieces.insert(pieces.begin(), std::move(piece));
    }
    starts.assign(low + 2, 0);
    first.resize(int64_t(1) << low);
    ordered.resize(int64_t(1) << low);
    for (int m = 0; m <= low; m++) starts[m + 1] = starts[m] + binomial[low][m];
    vector<int64_t> next(starts);
    for (int64_t bits = 0; bits < int64_t(1) << low; bits++) {
      const int m = __builtin_popcountll(bits);
      first[bits] = next[m] - starts[m];
      ordered[next[m]++] = bits;
    }
  }

  int64_t rank(int64_t mask) const {
    int64_t total = 0, left = k;
    for (const Piece& piece : pieces) {
      const int64_t bits = mask >> piece.shift & ((int64_t(1) << piece.width) - 1);
      total += piece.smaller[(left << piece.width) + bits];
      left -= __builtin_popcountll(bits);
    }
    return total + first[mask & ((int64_t(1) << low) - 1)];
  }

  int64_t unrank(int64_t number) const {
    int64_t mask = 0, left = k;
    for (const Piece& piece : pieces) {
      const int64_t* row = piece.smaller.data() + (left << piece.width);
      const int64_t bits = std::upper_bound(row, row + (int64_t(1) << piece.width), number) - row - 1;
      number -= row[bits];
      left -= __builtin_popcountll(bits);
      mask |= bits << piece.shift;
    }
    return mask | ordered[starts[left] + number];
  }
};

struct Game {
  int width, height, connect, cells;
  vector<vector<std::array<int8_t, 8>>> heights;  // of the columns, by stones
  vector<vector<std::array<int32_t, 8>>> up;      // the number of the heights after a stone in each column
  vector<Combinations> colours;

  Game(int w, int h, int c) : width(w), height(h), connect(c), cells(w * h), heights(cells + 1), up(cells + 1) {
    int64_t profiles = 1;
    for (int i = 0; i < w; i++) profiles *= h + 1;
    vector<int32_t> number(profiles);
    vector<int64_t> weight(w, 1);
    for (int i = w - 2; i >= 0; i--) weight[i] = weight[i + 1] * (h + 1);
    auto each = [&](auto&& use) {
      for (int64_t p = 0; p < profiles; p++) {
        std::array<int8_t, 8> columns{};
        int stones = 0;
        for (int i = 0; i < w; i++) stones += columns[i] = p / weight[i] % (h + 1);
        use(p, columns, stones);
      }
    };
    each([&](int64_t p, auto& columns, int stones) {
      number[p] = heights[stones].size();
      heights[stones].push_back(columns);
    });
    each([&](int64_t p, auto& columns, int stones) {
      std::array<int32_t, 8> after{};
      for (int i = 0; i < w; i++) after[i] = columns[i] < h ? number[p + weight[i]] : -1;
      up[stones].push_back(after);
    });
    for (int stones = 0; stones <= cells; stones++) colours.emplace_back(stones, (stones + 1) / 2);
  }

  int64_t size(int tier) const { return heights[tier].size() * colours[tier].size; }

  bool won(int64_t stones, const std::array<int8_t, 8>& columns) const {
    int64_t board = 0;
    for (int c = 0, at = 0; c < width; at += columns[c++])
      board |= (stones >> at & ((int64_t(1) << columns[c]) - 1)) << c * (height + 1);
    for (int step : {1, height, height + 1, height + 2}) {
      int64_t row = board;
      for (int i = 1; i < connect; i++) row &= board >> i * step;
      if (row) return true;
    }
    return false;
  }

  // Call `move` with the number of each position after a move, and return how the game has ended.
  template <class F>
  uint16_t expand(int tier, int64_t index, F&& move) const {
    const int64_t number = index / colours[tier].size, mask = colours[tier].unrank(index % colours[tier].size);
    const auto& columns = heights[tier][number];
    if (won(tier % 2 ? mask : mask ^ ((int64_t(1) << tier) - 1), columns)) return LOSS;
    if (tier == cells) return DRAW;
    const Combinations& after = colours[tier + 1];
    for (int c = 0, end = 0; c < width; c++) {
      end += columns[c];
      if (columns[c] == height) continue;
      const int64_t below = mask & ((int64_t(1) << end) - 1);
      const int64_t stones = (mask - below) << 1 | below | (tier % 2 ? 0 : int64_t(1) << end);
      move(up[tier][number][c] * after.size + after.rank(stones));
    }
    return OPEN;
  }
};

template <class F>
void marked(const vector<uint64_t>& bits, F&& use) {
  for (size_t word = 0; word < bits.size(); word++)
    for (uint64_t left = bits[word]; left; left &= left - 1) use(int64_t(word) * 64 + __builtin_ctzll(left));
}

struct Counts { int64_t win = 0, loss = 0, draw = 0, longest = 0; };

Counts solve(const Game& game) {
  vector<vector<uint64_t>> bits;
  for (int tier = 0; tier <= game.cells; tier++) bits.emplace_back((game.size(tier) + 63) / 64);
  bits[0][0] = 1;
  for (int tier = 0; tier < game.cells; tier++)
    marked(bits[tier], [&](int64_t index) {
      game.expand(tier, index, [&](int64_t to) { bits[tier + 1][to >> 6] |= uint64_t(1) << (to & 63); });
    });
  Counts counts;
  vector<uint16_t> labels, next;
  vector<int64_t> before;  // how many marked numbers there are before each word of the next tier
  for (int tier = game.cells; tier >= 0; tier--) {
    labels.clear();
    marked(bits[tier], [&](int64_t index) {
      uint16_t win = 0xFFFF, loss = 0;
      bool draw = false;
      const uint16_t end = game.expand(tier, index, [&](int64_t to) {
        const uint64_t smaller = bits[tier + 1][to >> 6] & ((uint64_t(1) << (to & 63)) - 1);
        const uint16_t label = next[before[to >> 6] + __builtin_popcountll(smaller)];
        if ((label & 3) == LOSS) win = std::min<uint16_t>(win, label >> 2);
        else if ((label & 3) == DRAW) draw = true;
        else loss = std::max<uint16_t>(loss, label >> 2);
      });
      uint16_t label = end;
      if (end == OPEN) label = win < 0xFFFF ? 4 * (win + 1) + WIN : draw ? DRAW : 4 * (loss + 1) + LOSS;
      labels.push_back(label);
      ((label & 3) == WIN ? counts.win : (label & 3) == LOSS ? counts.loss : counts.draw)++;
      if ((label & 3) != DRAW) counts.longest = std::max<int64_t>(counts.longest, label >> 2);
    });
    before.resize(bits[tier].size());
    int64_t sum = 0;
    for (size_t word = 0; word < before.size(); word++) before[word] = sum, sum += __builtin_popcountll(bits[tier][word]);
    std::swap(labels, next);
  }
  return counts;
}

int main(int, char** argv) {
  for (int n = 0; n < 64; n++)
    for (int k = 0; k <= n; k++) binomial[n][k] = k == 0 || k == n ? 1 : binomial[n - 1][k - 1] + binomial[n - 1][k];
  double least = 1e300;
  Counts found;
  for (int i = 0; i < atoi(argv[4]); i++) {
    const clock_t begin = clock();
    const Game game(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]));
    found = solve(game);
    least = std::min(least, double(clock() - begin) / CLOCKS_PER_SEC);
  }
  printf("%.6f %lld %lld %lld %lld\n", least, (long long)found.win, (long long)found.loss, (long long)found.draw,
         (long long)found.longest);
}
