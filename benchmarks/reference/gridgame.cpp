// The pawn among impassable cells: a sweep over the rows with the blocks of taken columns in a std::map, the losing cells
// as diagonal segments, a binary search for each query. Reads the whole file with its own digit loop, or as such programs
// usually do, by std::cin, if STREAMS is defined.
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

typedef long long number_t;

#ifdef STREAMS
static void open_input() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
}

static inline number_t number() {
    number_t value = 0;
    std::cin >> value;
    return value;
}
#else
static const char *p;

static void open_input() {
    struct stat info;
    size_t size = fstat(0, &info) == 0 && S_ISREG(info.st_mode) ? info.st_size : 0;
    size_t room = size ? size + 1 : 1 << 20, got;
    char *text = (char *)malloc(room + 1);
    for (size = 0; (got = read(0, text + size, room - size)) > 0; size += got)
        if (size + got == room) text = (char *)realloc(text, (room *= 2) + 1);
    text[size] = 0;
    p = text;
}

static inline number_t number() {
    while (*p < '0') ++p;
    number_t value = 0;
    while (*p >= '0') value = 10 * value + (*p++ - '0');
    return value;
}
#endif

struct Segment {
    number_t y, x, length;
};

static std::map<number_t, number_t> taken;  // block [first, last]
static std::vector<Segment> segments;

static void take(number_t x, number_t y, number_t length) {  // columns x .. x + length - 1, all free
    segments.push_back({y, x, length});
    auto after = taken.lower_bound(x);
    number_t first = x, last = x + length - 1;
    if (after != taken.begin()) {
        auto left = std::prev(after);
        if (left->second == x - 1) {
            if (after != taken.end() && after->first == last + 1) {
                left->second = after->second;
                taken.erase(after);
            } else {
                left->second = last;
            }
            return;
        }
    }
    if (after != taken.end() && after->first == last + 1) {
        last = after->second;
        after = taken.erase(after);
    }
    taken.emplace_hint(after, first, last);
}

static void climb(number_t y, number_t rows) {
    while (rows > 0) {
        number_t x = 0;
        auto first = taken.begin();
        if (first != taken.end() && first->first == 0) x = first->second + 1, ++first;
        number_t length = first == taken.end() ? rows : std::min(rows, first->first - x);
        take(x, y, length);
        y += length;
        rows -= length;
    }
}

static void run(number_t from, number_t to, number_t y) {
    if (from > to) return;
    auto after = taken.upper_bound(from);
    if (after != taken.begin() && std::prev(after)->second >= from) from = std::prev(after)->second + 1;
    if (from <= to) take(from, y, 1);
}

static void release(number_t x) {
    auto after = taken.upper_bound(x);
    if (after == taken.begin()) return;
    auto block = std::prev(after);
    number_t last = block->second;
    if (last < x) return;
    if (last > x) taken.emplace_hint(after, x + 1, last);
    if (block->first == x) taken.erase(block);
    else block->second = x - 1;
}

int main() {
    open_input();
    const number_t endless = LLONG_MAX / 4;
    std::vector<std::pair<number_t, number_t>> cells;
    std::string out;
    for (int t = number(); t--;) {
        cells.resize(number());
        for (auto &cell : cells) cell.second = number(), cell.first = number();
        std::sort(cells.begin(), cells.end());
        taken.clear();
        segments.clear();
        number_t y = 0;
        for (size_t i = 0, j; i < cells.size(); i = j) {
            climb(y, cells[i].first - y);
            y = cells[i].first;
            number_t from = 0;
            for (j = i; j < cells.size() && cells[j].first == y; ++j) {
                run(from, cells[j].second - 1, y);
                release(cells[j].second);
                from = cells[j].second + 1;
            }
            run(from, endless, y);
            ++y;
        }
        climb(y, endless);
        for (int q = number(); q--;) {
            number_t x = number(), y = number();
            auto after = std::upper_bound(segments.begin(), segments.end(), x, [y](number_t x, const Segment &s) {
                return y < s.y || (y == s.y && x < s.x);
            });
            bool losing = false;
            if (after != segments.begin()) {
                const Segment &s = *std::prev(after);
                losing = y - s.y == x - s.x && y - s.y < s.length;
            }
            out += losing ? "Bob\n" : "Alice\n";
        }
    }
    fwrite(out.data(), 1, out.size(), stdout);
}
