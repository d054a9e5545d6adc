// The Great Game: reads the whole file, its own digit loop, edges in compressed sparse rows by a counting sort, backward
// induction in O(n + m), buffers kept from test to test.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

static const char *p;

static inline int number() {
    while (*p < '0') ++p;
    int value = 0;
    while (*p >= '0') value = 10 * value + (*p++ - '0');
    return value;
}

int main() {
    struct stat info;
    size_t size = fstat(0, &info) == 0 && S_ISREG(info.st_mode) ? info.st_size : 0;
    size_t room = size ? size + 1 : 1 << 20, got;
    char *text = (char *)malloc(room + 1);
    for (size = 0; (got = read(0, text + size, room - size)) > 0; size += got)
        if (size + got == room) text = (char *)realloc(text, (room *= 2) + 1);
    text[size] = 0;
    p = text;
    std::vector<int> tail, head, first, successor, soon, late;
    std::vector<char> out;
    for (int t = number(); t--;) {
        int n = number(), m = number(), r = number(), b = number();
        if ((int)first.size() < n + 2) first.resize(n + 2), soon.resize(n + 1), late.resize(n + 1);
        if ((int)tail.size() < m) tail.resize(m), head.resize(m), successor.resize(m);
        std::fill(first.begin(), first.begin() + n + 2, 0);
        for (int e = 0; e < m; ++e) {
            tail[e] = number();
            head[e] = number();
            ++first[tail[e] + 1];
        }
        for (int v = 1; v <= n + 1; ++v) first[v] += first[v - 1];
        for (int e = 0; e < m; ++e) successor[first[tail[e]]++] = head[e];  // first[v] ends as the end of v's row
        soon[n] = late[n] = 0;
        for (int v = n - 1; v > 0; --v) {
            int least = 1 << 30, most = -1;
            for (int e = first[v - 1]; e < first[v]; ++e) {
                least = std::min(least, late[successor[e]]);
                most = std::max(most, soon[successor[e]]);
            }
            soon[v] = least + 1;
            late[v] = most + 1;
        }
        int red = soon[r], black = soon[b];
        bool holmes = red < black || (red == black && red % 2 == 1);
        out.push_back(holmes ? '0' : '1');
        out.push_back('\n');
    }
    fwrite(out.data(), 1, out.size(), stdout);
}
