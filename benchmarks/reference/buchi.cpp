// The loops of graphgames' buchi-traps in C++: transpose, attractor to green with one reason a vertex, removal of the
// trap with what is attracted to it, and attracting again only those whose reason went. Both strategies are found.
// usage: buchi FILE REPEAT; FILE holds n and m (int64), indptr (int64), successors (int32), owner and green (uint8).
// Prints the median of the seconds, and how many vertices player 0 wins.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

using std::vector;
enum : uint8_t { GREEN = 1, EVE = 2, IN = 4, OUT = 8 };

struct Arena {
  int64_t n, m;
  vector<int64_t> indptr;
  vector<int32_t> successors;
  vector<uint8_t> owner, green;
};

template <class T>
std::unique_ptr<T[]> fresh(int64_t n) { return std::unique_ptr<T[]>(new T[n]); }

int64_t solve(const Arena& a) {
  const int64_t n = a.n, m = a.m;
  const int64_t* indptr = a.indptr.data();
  const int32_t* successors = a.successors.data();
  vector<int64_t> rindptr(n + 1);
  auto fill = fresh<int64_t>(n);
  auto predecessors = fresh<int32_t>(m);
  for (int64_t e = 0; e < m; e++) rindptr[successors[e] + 1]++;
  for (int64_t v = 0; v < n; v++) fill[v] = rindptr[v + 1] += rindptr[v], fill[v] = rindptr[v];
  for (int64_t v = 0; v < n; v++)
    for (int64_t e = indptr[v]; e < indptr[v + 1]; e++) predecessors[fill[successors[e]]++] = v;

  auto flags = fresh<uint8_t>(n), winner = fresh<uint8_t>(n);
  auto left = fresh<int32_t>(n), moves = fresh<int32_t>(n), queue = fresh<int32_t>(n), gone = fresh<int32_t>(n);
  auto lost = fresh<int32_t>(n), loose = fresh<int32_t>(n);
  int64_t tail = 0, start = 0, count = n;
  for (int64_t v = 0; v < n; v++) {
    left[v] = indptr[v + 1] - indptr[v];
    moves[v] = -1;
    loose[v] = v;
    flags[v] = (a.owner[v] == 0 ? EVE : 0) | (a.green[v] ? GREEN | IN : 0);
    if (a.green[v]) queue[tail++] = v;
  }
  for (;;) {
    for (int64_t head = 0; head < tail; head++) {
      const int32_t v = queue[head];
      for (int64_t e = rindptr[v]; e < rindptr[v + 1]; e++) {
        const int32_t p = predecessors[e];
        if (flags[p] & (IN | OUT)) continue;
        if (flags[p] & EVE) moves[p] = v;
        else if (--left[p] > 0) continue;
        flags[p] |= IN;
        queue[tail++] = p;
      }
    }
    int64_t end = start;
    for (int64_t i = 0; i < count; i++) {
      const int32_t v = loose[i];
      if (flags[v] & (IN | OUT)) continue;
      flags[v] |= OUT;
      gone[end++] = v;
      if (flags[v] & EVE) continue;
      for (int64_t e = indptr[v]; e < indptr[v + 1]; e++)
        if (!(flags[successors[e]] & IN)) { moves[v] = successors[e]; break; }
    }
    if (end == start) break;
    int64_t losses = 0;
    for (; start < end; start++) {
      const int32_t v = gone[start];
      for (int64_t e = rindptr[v]; e < rindptr[v + 1]; e++) {
        const int32_t p = predecessors[e];
        if (flags[p] & OUT) continue;
        if (flags[p] & EVE) {
          if (--left[p] > 0) {
            if (moves[p] == v) moves[p] = -1, lost[losses++] = p;
            continue;
          }
        } else moves[p] = v;
        flags[p] |= OUT;
        gone[end++] = p;
      }
    }
    count = 0;
    while (losses) {
      const int32_t v = lost[--losses];
      if (flags[v] & OUT) continue;
      flags[v] &= ~IN;
      loose[count++] = v;
      for (int64_t e = rindptr[v]; e < rindptr[v + 1]; e++) {
        const int32_t p = predecessors[e];
        if ((flags[p] & (IN | OUT | GREEN)) != IN) continue;
        if (flags[p] & EVE) {
          if (moves[p] != v) continue;
          moves[p] = -1;
        } else flags[p] &= ~IN;
        lost[losses++] = p;
      }
    }
    tail = 0;
    for (int64_t i = 0; i < count; i++) {
      const int32_t v = loose[i];
      if (flags[v] & EVE) continue;
      left[v] = 0;
      for (int64_t e = indptr[v]; e < indptr[v + 1]; e++) left[v] += !(flags[successors[e]] & IN);
    }
    for (int64_t i = 0; i < count; i++) {
      const int32_t v = loose[i];
      if (!(flags[v] & EVE)) continue;
      for (int64_t e = indptr[v]; e < indptr[v + 1]; e++)
        if ((flags[successors[e]] & (IN | OUT)) == IN) {
          moves[v] = successors[e];
          flags[v] |= IN;
          queue[tail++] = v;
          break;
        }
    }
  }
  int64_t won = 0;
  for (int64_t v = 0; v < n; v++) {
    const bool out = flags[v] & OUT, eve = flags[v] & EVE;
    winner[v] = out;
    won += !out;
    if (out == eve) moves[v] = -1;
    else if (eve && flags[v] & GREEN)
      for (int64_t e = indptr[v]; e < indptr[v + 1]; e++)
        if (!(flags[successors[e]] & OUT)) { moves[v] = successors[e]; break; }
  }
  return won;
}

template <class T>
void take(FILE* file, vector<T>& into, int64_t size) {
  into.resize(size);
  if (fread(into.data(), sizeof(T), size, file) != size_t(size)) exit(2);
}

int main(int, char** argv) {
  FILE* file = fopen(argv[1], "rb");
  Arena a;
  if (!file || fread(&a.n, 8, 1, file) != 1 || fread(&a.m, 8, 1, file) != 1) return 2;
  take(file, a.indptr, a.n + 1);
  take(file, a.successors, a.m);
  take(file, a.owner, a.n);
  take(file, a.green, a.n);
  vector<double> times;
  int64_t won = 0;
  for (int i = 0; i < atoi(argv[2]); i++) {
    const auto begin = std::chrono::steady_clock::now();
    won = solve(a);
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(times.begin(), times.end());
  printf("%.6f %lld\n", times[times.size() / 2], (long long)won);
}
