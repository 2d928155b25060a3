// Runs the kernels on the processor with one thread at a time, to test them where there is no GPU.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using std::min;

#define __device__
#define __global__
#define __shared__ thread_local
#define __forceinline__ inline
#define __launch_bounds__(threads)
#define __align__(bytes) __attribute__((aligned(bytes)))

struct Index {
    unsigned x;
};
static Index threadIdx{0}, blockIdx{0}, blockDim{1};

static void __syncthreads() {}
static unsigned __activemask() { return 1; }
static unsigned __shfl_sync(unsigned, unsigned value, unsigned) { return value; }
static int __ffs(unsigned set) { return __builtin_ffs((int)set); }
static int __popc(unsigned set) { return __builtin_popcount(set); }
static int __clz(unsigned set) { return set == 0 ? 32 : __builtin_clz(set); }
static int __clzll(unsigned long long set) { return set == 0 ? 64 : __builtin_clzll(set); }

template <typename T, typename U, typename Change> static T exchange(T* place, U value, Change change) {
    const T old = *place;
    *place = (T)change(old, (T)value);
    return old;
}
template <typename T, typename U> static T atomicAdd(T* place, U value) {
    return exchange(place, value, [](T one, T other) { return one + other; });
}
template <typename T, typename U> static T atomicOr(T* place, U value) {
    return exchange(place, value, [](T one, T other) { return one | other; });
}
template <typename T, typename U> static T atomicMin(T* place, U value) {
    return exchange(place, value, [](T one, T other) { return std::min(one, other); });
}
template <typename T, typename U> static T atomicMax(T* place, U value) {
    return exchange(place, value, [](T one, T other) { return std::max(one, other); });
}
template <typename T, typename U, typename V> static T atomicCAS(T* place, U expected, V value) {
    const T old = *place;
    if (old == (T)expected) *place = (T)value;
    return old;
}
