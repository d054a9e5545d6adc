// Grundy values of a DAG in compressed sparse rows: topological order (Kahn), then the mex by a stamp array.
// Use: grundy FILE, a binary file of int64 n, int64 m, int64 indptr[n + 1], int32 successors[m].
// Prints the seconds of the computation alone (not of reading) and a checksum.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

int main(int, char **argv) {
    FILE *file = fopen(argv[1], "rb");
    int64_t size[2];
    if (!file || fread(size, 8, 2, file) != 2) return 2;
    const int64_t n = size[0], m = size[1];
    std::vector<int64_t> indptr(n + 1);
    std::vector<int32_t> successors(m);
    if (fread(indptr.data(), 8, n + 1, file) != size_t(n + 1) || fread(successors.data(), 4, m, file) != size_t(m)) return 2;
    double best = 1e9;
    uint64_t sum = 0;
    for (int round = 0; round < 5; round++) {
        auto start = std::chrono::steady_clock::now();
        std::vector<int32_t> waiting(n, 0), order(n), value(n);
        for (int64_t e = 0; e < m; e++) waiting[successors[e]]++;
        int64_t head = 0, tail = 0, longest = 0;
        for (int64_t v = 0; v < n; v++) {
            if (!waiting[v]) order[tail++] = v;
            if (indptr[v + 1] - indptr[v] > longest) longest = indptr[v + 1] - indptr[v];
        }
        while (head < tail) {
            const int32_t v = order[head++];
            for (int64_t e = indptr[v]; e < indptr[v + 1]; e++)
                if (!--waiting[successors[e]]) order[tail++] = successors[e];
        }
        if (tail < n) return 1;
        std::vector<int32_t> stamp(longest + 2, -1);
        for (int64_t i = n; i-- > 0;) {
            const int32_t v = order[i];
            for (int64_t e = indptr[v]; e < indptr[v + 1]; e++) stamp[value[successors[e]]] = v;
            int32_t g = 0;
            while (stamp[g] == v) g++;
            value[v] = g;
        }
        double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (seconds < best) best = seconds;
        sum = 0;
        for (int64_t v = 0; v < n; v++) sum = sum * 1000003 + value[v];
    }
    printf("%.6f %llu\n", best, (unsigned long long)sum);
}
