// The Linux interfaces that the Glibc module does not carry: epoll, timerfd, eventfd, signalfd,
// rtnetlink, peer credentials, thread names. Each function is the thinnest wrapper that Swift can
// call; failures are -1 with errno set, as in the man pages named.
#ifndef CLINUX_H
#define CLINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// MARK: clocks (clock_gettime(2)), nanoseconds

int64_t clinux_boottime_ns(void);
int64_t clinux_monotonic_ns(void);
int64_t clinux_realtime_ns(void);

// MARK: epoll(7)

enum {
    CLINUX_READABLE = 1,  // EPOLLIN
    CLINUX_WRITABLE = 4,  // EPOLLOUT
    CLINUX_ERROR = 8,     // EPOLLERR
    CLINUX_HANGUP = 16,   // EPOLLHUP
};

struct clinux_event {
    uint32_t events;
    uint64_t token;
};

int clinux_epoll_create(void);
int clinux_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t token);
int clinux_epoll_modify(int epoll, int descriptor, uint32_t events, uint64_t token);
int clinux_epoll_remove(int epoll, int descriptor);
/// Waits without limit unless timeout_ms is 0 or more.
int clinux_epoll_wait(int epoll, struct clinux_event *events, int count, int timeout_ms);

// MARK: timerfd_create(2), eventfd(2), signalfd(2)

/// A CLOCK_BOOTTIME timer: it counts time asleep.
int clinux_timerfd_boottime(void);
/// Arms for an absolute time in nanoseconds; 0 or less disarms.
int clinux_timerfd_arm(int descriptor, int64_t nanoseconds);
/// A CLOCK_REALTIME timer far in the future that becomes readable, read failing with ECANCELED, when
/// the wall clock is set or the machine resumes (TFD_TIMER_CANCEL_ON_SET).
int clinux_timerfd_clock_watch(void);
int clinux_timerfd_clock_watch_rearm(int descriptor);
int clinux_eventfd(void);
/// Blocks the signals for the calling thread and all it starts later; pthread_sigmask(3).
int clinux_block_signals(const int *signals, int count);
int clinux_signalfd(const int *signals, int count);
/// The next pending signal number, 0 when there is none, -1 on error.
int clinux_signalfd_read(int descriptor);

// MARK: threads and the process

/// Names the calling thread (at most 15 bytes), pthread_setname_np(3).
void clinux_name_thread(const char *name);
/// prctl(PR_SET_DUMPABLE, 0): no core dumps, /proc/PID/environ and mem are root's alone.
void clinux_forbid_dumps(void);

// MARK: memory

/// Blocks of 128 KiB and more go back to the kernel when they are freed, always: glibc would learn from the first large one
/// to keep such sizes, mallopt(3) M_MMAP_THRESHOLD. Before the first thread.
void clinux_keep_no_large_blocks(void);
/// Gives what is free within the heaps back to the kernel, malloc_trim(3).
void clinux_release_free_memory(void);

// MARK: unix(7) peer credentials

struct clinux_peer {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};
int clinux_peer_credentials(int descriptor, struct clinux_peer *peer);
/// Supplementary groups of the peer (SO_PEERGROUPS); returns their number, at most capacity, or -1.
int clinux_peer_groups(int descriptor, gid_t *groups, int capacity);

// MARK: tcp(7)

/// How long sent data may stay unacknowledged before the kernel ends the connection (TCP_USER_TIMEOUT).
int clinux_set_tcp_user_timeout(int descriptor, unsigned int milliseconds);

// MARK: rtnetlink(7)

/// One decoded rtnetlink message; members that the message does not carry are zero.
struct clinux_route_message {
    uint16_t type;           // RTM_NEWLINK …, NLMSG_DONE, NLMSG_ERROR
    uint16_t header_flags;   // NLM_F_…
    uint32_t sequence;
    int32_t error;           // NLMSG_ERROR and NLMSG_DONE: 0 or a negative errno
    uint8_t family;          // AF_INET, AF_INET6
    uint8_t prefix_length;   // of an address, or of a route's destination
    uint8_t scope;
    uint8_t route_type;      // RTN_…
    uint8_t has_gateway;
    uint8_t gateway_family;  // AF_INET6 for an IPv4 route with RTA_VIA
    uint8_t has_destination;
    uint8_t has_address;
    uint8_t address_flags_tentative;  // IFA_F_TENTATIVE or IFA_F_DADFAILED
    uint8_t ends_in_dump;    // more of a dump follows
    uint32_t table;
    uint32_t metric;
    uint32_t interface;      // index
    uint32_t interface_flags;  // IFF_…
    uint32_t route_flags;    // RTNH_F_…
    uint8_t gateway[16];
    uint8_t destination[16];
    uint8_t source[16];      // RTA_PREFSRC
    uint8_t address[16];     // IFA_LOCAL or IFA_ADDRESS
    char name[16];           // IFLA_IFNAME
};

enum {
    CLINUX_RTM_NEWLINK = 16, CLINUX_RTM_DELLINK = 17,
    CLINUX_RTM_NEWADDR = 20, CLINUX_RTM_DELADDR = 21,
    CLINUX_RTM_NEWROUTE = 24, CLINUX_RTM_DELROUTE = 25,
    CLINUX_NLMSG_ERROR = 2, CLINUX_NLMSG_DONE = 3,
    CLINUX_IFF_UP = 0x1, CLINUX_IFF_LOOPBACK = 0x8, CLINUX_IFF_RUNNING = 0x40, CLINUX_IFF_LOWER_UP = 0x10000,
    CLINUX_RTNH_F_DEAD = 1, CLINUX_RTNH_F_LINKDOWN = 16,
    CLINUX_NLM_F_DUMP_INTR = 0x10, CLINUX_NLM_F_REPLACE = 0x100,
    CLINUX_RTN_UNICAST = 1, CLINUX_RTN_LOCAL = 2,
};

/// A non-blocking NETLINK_ROUTE socket joined to the link, address and route groups of both families, with a
/// receive buffer of 1 MiB as far as net.core.rmem_max allows. subscribe = false: no groups, for questions
/// only.
int clinux_netlink_open(bool subscribe);
/// Asks for a dump: RTM_GETLINK (18), RTM_GETADDR (22) or RTM_GETROUTE (26).
int clinux_netlink_dump(int descriptor, uint16_t request, uint32_t sequence);
/// Asks for the route to one address (family AF_INET or AF_INET6, 4 or 16 bytes).
int clinux_netlink_route_to(int descriptor, uint8_t family, const uint8_t *address, uint32_t sequence);
/// Decodes the bytes of one recv(2) into messages, a route with several next hops into one for each; returns
/// how many, -1 when capacity is too small. A message for every 8 bytes is enough.
int clinux_netlink_decode(
    const uint8_t *bytes, size_t count, struct clinux_route_message *messages, int capacity);

#endif
