/* A library to be preloaded: kills the process, or fails it, at its n-th call that changes something outside it.
 *
 *     cc -O1 -shared -fPIC -o crash.so crash.c -ldl
 *
 * Nothing happens until crash_arm() is called, by a process that was forked for it:
 *     at       the number of the call, from 1; 0 only counts
 *     mode     'k' kill before the call, 'a' kill after it, 't' do half of a write, then kill, 'e' fail with errno
 *     number   that errno
 *     sticky   errno: every later call fails too (a full disk stays full)
 *     prefix   only files below this path count
 *     sockets  whether writes to sockets count
 *     log      a file descriptor to write "call path" lines to, or -1
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum verdict { PASS, FAIL, HALF, LAST };

static int armed, mode, number, sticky, sockets, logfd = -1;
static long at, calls;
static char prefix[PATH_MAX];

void crash_arm(long at_, int mode_, int number_, int sticky_, const char *prefix_, int sockets_, int log_)
{
    at = at_; mode = mode_; number = number_; sticky = sticky_; sockets = sockets_; logfd = log_; calls = 0;
    strncpy(prefix, prefix_, sizeof prefix - 1);
    armed = 1;
}

static void die(void)
{
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

/* The path a call is about; 0 when it is about nothing that counts (a pipe, a terminal, another folder). */
static int named(int fd, const char *path, char *found)
{
    struct stat about;
    char link[32];
    ssize_t n;
    found[0] = 0;
    if (path && path[0] == '/') { strncpy(found, path, PATH_MAX - 1); }
    else if (path) {
        if (!getcwd(found, PATH_MAX / 2)) return 0;
        strncat(found, "/", 2); strncat(found, path, PATH_MAX / 2 - 2);
    } else {
        if (fd == logfd || syscall(SYS_newfstatat, fd, "", &about, AT_EMPTY_PATH)) return 0;
        if (S_ISSOCK(about.st_mode)) { strcpy(found, "socket"); return sockets; }
        if (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)) return 0;
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        if ((n = readlink(link, found, PATH_MAX - 1)) < 0) return 0;
        found[n] = 0;
    }
    return !strncmp(found, prefix, strlen(prefix));
}

static enum verdict hit(const char *call, int fd, const char *path)
{
    char found[PATH_MAX], line[PATH_MAX + 64];
    if (!armed || !named(fd, path, found)) return PASS;
    long n = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    if (logfd >= 0) {
        int length = snprintf(line, sizeof line, "%s %s\n", call, found);
        syscall(SYS_write, logfd, line, length);
    }
    if (!at || (n != at && !(mode == 'e' && sticky && n > at))) return PASS;
    if (mode == 'e') { errno = number; return FAIL; }
    if (mode == 't') return HALF;
    if (mode == 'a') return LAST;
    die();
    return PASS;
}

#define REAL(f) static __typeof__(&f) real; if (!real) real = (__typeof__(&f))dlsym(RTLD_NEXT, #f)
#define BODY(type, f, fd, path, whole, half) { \
    REAL(f); enum verdict v = hit(#f, fd, path); \
    if (v == FAIL) return -1; \
    if (v == HALF) { half; die(); } \
    type done = whole; \
    if (v == LAST) die(); \
    return done; }
#define NOTHING (void)0

ssize_t write(int fd, const void *b, size_t n) BODY(ssize_t, write, fd, 0, real(fd, b, n), real(fd, b, n / 2))
ssize_t pwrite(int fd, const void *b, size_t n, off_t o)
    BODY(ssize_t, pwrite, fd, 0, real(fd, b, n, o), real(fd, b, n / 2, o))
ssize_t pwrite64(int fd, const void *b, size_t n, off64_t o)
    BODY(ssize_t, pwrite64, fd, 0, real(fd, b, n, o), real(fd, b, n / 2, o))
ssize_t writev(int fd, const struct iovec *v_, int n) BODY(ssize_t, writev, fd, 0, real(fd, v_, n), NOTHING)
ssize_t send(int fd, const void *b, size_t n, int f) BODY(ssize_t, send, fd, 0, real(fd, b, n, f), real(fd, b, n / 2, f))
ssize_t sendto(int fd, const void *b, size_t n, int f, const struct sockaddr *a, socklen_t l)
    BODY(ssize_t, sendto, fd, 0, real(fd, b, n, f, a, l), real(fd, b, n / 2, f, a, l))
ssize_t sendmsg(int fd, const struct msghdr *m, int f) BODY(ssize_t, sendmsg, fd, 0, real(fd, m, f), NOTHING)
int fsync(int fd) BODY(int, fsync, fd, 0, real(fd), NOTHING)
int fdatasync(int fd) BODY(int, fdatasync, fd, 0, real(fd), NOTHING)
int ftruncate(int fd, off_t n) BODY(int, ftruncate, fd, 0, real(fd, n), NOTHING)
int ftruncate64(int fd, off64_t n) BODY(int, ftruncate64, fd, 0, real(fd, n), NOTHING)
int rename(const char *a, const char *b) BODY(int, rename, -1, b, real(a, b), NOTHING)
int renameat(int x, const char *a, int y, const char *b) BODY(int, renameat, -1, b, real(x, a, y, b), NOTHING)
int unlink(const char *a) BODY(int, unlink, -1, a, real(a), NOTHING)
int unlinkat(int x, const char *a, int f) BODY(int, unlinkat, -1, a, real(x, a, f), NOTHING)
int link(const char *a, const char *b) BODY(int, link, -1, b, real(a, b), NOTHING)
int linkat(int x, const char *a, int y, const char *b, int f) BODY(int, linkat, -1, b, real(x, a, y, b, f), NOTHING)
int mkdir(const char *a, mode_t m) BODY(int, mkdir, -1, a, real(a, m), NOTHING)

/* Opening counts when it may create or empty a file or is for writing: a read-only disk says no here. */
#define CHANGES(flags) ((flags) & (O_CREAT | O_TRUNC) || ((flags) & O_ACCMODE) != O_RDONLY)
#define MODE mode_t m = 0; if (flags & (O_CREAT | O_TMPFILE)) { va_list l; va_start(l, flags); m = va_arg(l, mode_t); va_end(l); }
#define OPEN(f, whole) { MODE REAL(f); if (!CHANGES(flags)) return whole; \
    enum verdict v = hit(#f, -1, path); if (v == FAIL) return -1; if (v == HALF) die(); \
    int done = whole; if (v == LAST) die(); return done; }
int open(const char *path, int flags, ...) OPEN(open, real(path, flags, m))
int open64(const char *path, int flags, ...) OPEN(open64, real(path, flags, m))
int openat(int dir, const char *path, int flags, ...) OPEN(openat, real(dir, path, flags, m))
int openat64(int dir, const char *path, int flags, ...) OPEN(openat64, real(dir, path, flags, m))
