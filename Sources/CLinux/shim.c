#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <limits.h>
#include <linux/if_addr.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <malloc.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int64_t now_ns(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t clinux_boottime_ns(void) { return now_ns(CLOCK_BOOTTIME); }
int64_t clinux_monotonic_ns(void) { return now_ns(CLOCK_MONOTONIC); }
int64_t clinux_realtime_ns(void) { return now_ns(CLOCK_REALTIME); }

_Static_assert(CLINUX_READABLE == EPOLLIN && CLINUX_WRITABLE == EPOLLOUT, "epoll flags");
_Static_assert(CLINUX_ERROR == EPOLLERR && CLINUX_HANGUP == EPOLLHUP, "epoll flags");

int clinux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int control(int epoll, int operation, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(epoll, operation, descriptor, &event);
}

int clinux_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t token) {
    return control(epoll, EPOLL_CTL_ADD, descriptor, events, token);
}

int clinux_epoll_modify(int epoll, int descriptor, uint32_t events, uint64_t token) {
    return control(epoll, EPOLL_CTL_MOD, descriptor, events, token);
}

int clinux_epoll_remove(int epoll, int descriptor) {
    return control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0);
}

int clinux_epoll_wait(int epoll, struct clinux_event *events, int count, int timeout_ms) {
    struct epoll_event found[64];
    if (count > 64) count = 64;
    int number = epoll_wait(epoll, found, count, timeout_ms);
    for (int i = 0; i < number; i++) {
        events[i].events = found[i].events;
        events[i].token = found[i].data.u64;
    }
    return number;
}

int clinux_timerfd_boottime(void) {
    return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

int clinux_timerfd_arm(int descriptor, int64_t nanoseconds) {
    struct itimerspec value = {0};
    if (nanoseconds > 0) {
        value.it_value.tv_sec = nanoseconds / 1000000000;
        value.it_value.tv_nsec = nanoseconds % 1000000000;
    }
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &value, NULL);
}

int clinux_timerfd_clock_watch_rearm(int descriptor) {
    struct itimerspec value = {.it_value = {.tv_sec = now_ns(CLOCK_REALTIME) / 1000000000 + 3155760000}};
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &value, NULL);
}

int clinux_timerfd_clock_watch(void) {
    int descriptor = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (descriptor >= 0 && clinux_timerfd_clock_watch_rearm(descriptor) < 0) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

int clinux_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

static sigset_t set_of(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
    return set;
}

int clinux_block_signals(const int *signals, int count) {
    sigset_t set = set_of(signals, count);
    int result = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (result != 0) errno = result;
    return result == 0 ? 0 : -1;
}

int clinux_signalfd(const int *signals, int count) {
    sigset_t set = set_of(signals, count);
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int clinux_signalfd_read(int descriptor) {
    struct signalfd_siginfo info;
    ssize_t count = read(descriptor, &info, sizeof info);
    if (count == (ssize_t)sizeof info) return (int)info.ssi_signo;
    return count < 0 && errno != EAGAIN && errno != EINTR ? -1 : 0;
}

void clinux_name_thread(const char *name) {
    char short_name[16] = {0};
    strncpy(short_name, name, 15);
    pthread_setname_np(pthread_self(), short_name);
}

void clinux_forbid_dumps(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

void clinux_keep_no_large_blocks(void) { mallopt(M_MMAP_THRESHOLD, 128 * 1024); }

void clinux_release_free_memory(void) { malloc_trim(0); }

int clinux_peer_credentials(int descriptor, struct clinux_peer *peer) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
    *peer = (struct clinux_peer){credentials.pid, credentials.uid, credentials.gid};
    return 0;
}

int clinux_peer_groups(int descriptor, gid_t *groups, int capacity) {
    socklen_t length = (socklen_t)(capacity * (int)sizeof(gid_t));
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, groups, &length) < 0) return -1;
    return (int)(length / sizeof(gid_t));
}

int clinux_set_tcp_user_timeout(int descriptor, unsigned int milliseconds) {
    return setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
}

int clinux_netlink_open(bool subscribe) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (descriptor < 0) return -1;
    int size = 1 << 20;
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    struct sockaddr_nl address = {.nl_family = AF_NETLINK};
    if (subscribe) {
        address.nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE |
                            RTMGRP_IPV6_ROUTE;
    }
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0) {
        int saved = errno;
        close(descriptor);
        errno = saved;
        return -1;
    }
    return descriptor;
}

int clinux_netlink_dump(int descriptor, uint16_t request, uint32_t sequence) {
    struct {
        struct nlmsghdr header;
        struct rtgenmsg body;
    } message = {
        .header = {
            .nlmsg_len = NLMSG_LENGTH(sizeof(struct rtgenmsg)),
            .nlmsg_type = request,
            .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP,
            .nlmsg_seq = sequence,
        },
        .body = {.rtgen_family = AF_UNSPEC},
    };
    return send(descriptor, &message, message.header.nlmsg_len, 0) < 0 ? -1 : 0;
}

int clinux_netlink_route_to(int descriptor, uint8_t family, const uint8_t *address, uint32_t sequence) {
    struct {
        struct nlmsghdr header;
        struct rtmsg body;
        char attributes[64];
    } message = {
        .header = {
            .nlmsg_len = NLMSG_LENGTH(sizeof(struct rtmsg)),
            .nlmsg_type = RTM_GETROUTE,
            .nlmsg_flags = NLM_F_REQUEST,
            .nlmsg_seq = sequence,
        },
        .body = {.rtm_family = family, .rtm_dst_len = family == AF_INET ? 32 : 128},
    };
    int size = family == AF_INET ? 4 : 16;
    struct rtattr *attribute = (struct rtattr *)((char *)&message + NLMSG_ALIGN(message.header.nlmsg_len));
    attribute->rta_type = RTA_DST;
    attribute->rta_len = RTA_LENGTH(size);
    memcpy(RTA_DATA(attribute), address, (size_t)size);
    message.header.nlmsg_len = NLMSG_ALIGN(message.header.nlmsg_len) + RTA_ALIGN(attribute->rta_len);
    return send(descriptor, &message, message.header.nlmsg_len, 0) < 0 ? -1 : 0;
}

static void copy_bytes(uint8_t target[16], const struct rtattr *attribute) {
    size_t count = RTA_PAYLOAD(attribute);
    memcpy(target, RTA_DATA(attribute), count > 16 ? 16 : count);
}

static void decode_gateway(
    uint8_t family, const uint8_t *bytes, size_t count, struct clinux_route_message *out) {
    memset(out->gateway, 0, sizeof out->gateway);
    memcpy(out->gateway, bytes, count > 16 ? 16 : count);
    out->gateway_family = family;
    out->has_gateway = 1;
}

/// RTA_GATEWAY is an address of the route's own family, RTA_VIA carries its family in front.
static bool decode_if_gateway(const struct rtattr *attribute, struct clinux_route_message *out) {
    size_t count = RTA_PAYLOAD(attribute);
    const uint8_t *bytes = RTA_DATA(attribute);
    if (attribute->rta_type == RTA_GATEWAY) {
        decode_gateway(out->family, bytes, count, out);
        return true;
    }
    if (attribute->rta_type == RTA_VIA && count > sizeof(uint16_t)) {
        uint16_t family;
        memcpy(&family, bytes, sizeof family);
        decode_gateway((uint8_t)family, bytes + sizeof family, count - sizeof family, out);
        return true;
    }
    return false;
}

static uint32_t word(const struct rtattr *attribute) {
    uint32_t value = 0;
    if (RTA_PAYLOAD(attribute) >= sizeof value) memcpy(&value, RTA_DATA(attribute), sizeof value);
    return value;
}

static void decode_link(const struct nlmsghdr *header, struct clinux_route_message *out) {
    const struct ifinfomsg *body = NLMSG_DATA(header);
    out->interface = (uint32_t)body->ifi_index;
    out->interface_flags = body->ifi_flags;
    int length = (int)IFLA_PAYLOAD(header);
    for (struct rtattr *a = IFLA_RTA(body); RTA_OK(a, length); a = RTA_NEXT(a, length)) {
        if (a->rta_type == IFLA_IFNAME) {
            size_t count = RTA_PAYLOAD(a);
            memcpy(out->name, RTA_DATA(a), count > 15 ? 15 : count);
        }
    }
}

static void decode_address(const struct nlmsghdr *header, struct clinux_route_message *out) {
    const struct ifaddrmsg *body = NLMSG_DATA(header);
    uint32_t flags = body->ifa_flags;
    bool local = false;
    out->family = body->ifa_family;
    out->prefix_length = body->ifa_prefixlen;
    out->scope = body->ifa_scope;
    out->interface = body->ifa_index;
    int length = (int)IFA_PAYLOAD(header);
    for (struct rtattr *a = IFA_RTA(body); RTA_OK(a, length); a = RTA_NEXT(a, length)) {
        if (a->rta_type == IFA_LOCAL || (a->rta_type == IFA_ADDRESS && !local)) {
            copy_bytes(out->address, a);
            out->has_address = 1;
            local = local || a->rta_type == IFA_LOCAL;
        } else if (a->rta_type == IFA_FLAGS) {
            flags = word(a);
        }
    }
    out->address_flags_tentative = (flags & (IFA_F_TENTATIVE | IFA_F_DADFAILED)) != 0;
}

/// A multipath route becomes one message for each next hop. Returns how many messages there are, -1 for too many.
static int decode_multipath(const struct rtattr *attribute, struct clinux_route_message *out, int capacity) {
    int number = 0;
    int left = (int)RTA_PAYLOAD(attribute);
    // RTNH_OK alone looks into a hop before it knows that there is room for one.
    for (struct rtnexthop *hop = RTA_DATA(attribute); left >= (int)sizeof *hop && RTNH_OK(hop, left);
         left -= NLMSG_ALIGN(hop->rtnh_len), hop = RTNH_NEXT(hop)) {
        if (number == capacity) return -1;
        struct clinux_route_message *message = &out[number];
        if (number > 0) {
            *message = out[0];
            message->has_gateway = 0;
            message->header_flags &= (uint16_t)~NLM_F_REPLACE;
        }
        number++;
        message->interface = (uint32_t)hop->rtnh_ifindex;
        message->route_flags = hop->rtnh_flags;
        int length = hop->rtnh_len - (int)sizeof *hop;
        for (struct rtattr *a = RTNH_DATA(hop); RTA_OK(a, length); a = RTA_NEXT(a, length)) {
            decode_if_gateway(a, message);
        }
    }
    return number > 0 ? number : 1;
}

static int decode_route(const struct nlmsghdr *header, struct clinux_route_message *out, int capacity) {
    const struct rtattr *multipath = NULL;
    const struct rtmsg *body = NLMSG_DATA(header);
    out->family = body->rtm_family;
    out->prefix_length = body->rtm_dst_len;
    out->scope = body->rtm_scope;
    out->route_type = body->rtm_type;
    out->route_flags = body->rtm_flags;
    out->table = body->rtm_table;
    int length = (int)RTM_PAYLOAD(header);
    for (struct rtattr *a = RTM_RTA(body); RTA_OK(a, length); a = RTA_NEXT(a, length)) {
        if (decode_if_gateway(a, out)) continue;
        switch (a->rta_type) {
        case RTA_DST: copy_bytes(out->destination, a); out->has_destination = 1; break;
        case RTA_PREFSRC: copy_bytes(out->source, a); break;
        case RTA_OIF: out->interface = word(a); break;
        case RTA_TABLE: out->table = word(a); break;
        case RTA_PRIORITY: out->metric = word(a); break;
        case RTA_MULTIPATH: multipath = a; break;
        default: break;
        }
    }
    return multipath ? decode_multipath(multipath, out, capacity) : 1;
}

int clinux_netlink_decode(
    const uint8_t *bytes, size_t count, struct clinux_route_message *messages, int capacity) {
    int number = 0;
    // With a sign: behind a message whose padding is missing less than nothing is left.
    int left = count > INT_MAX ? INT_MAX : (int)count;
    for (const struct nlmsghdr *header = (const struct nlmsghdr *)(const void *)bytes;
         left >= (int)sizeof *header && header->nlmsg_len >= sizeof *header &&
         header->nlmsg_len <= (unsigned int)left;
         header = NLMSG_NEXT(header, left)) {
        if (number == capacity) return -1;
        struct clinux_route_message *out = &messages[number];
        int decoded = 1;
        memset(out, 0, sizeof *out);
        out->type = header->nlmsg_type;
        out->header_flags = header->nlmsg_flags;
        out->sequence = header->nlmsg_seq;
        out->ends_in_dump = (header->nlmsg_flags & NLM_F_MULTI) != 0;
        size_t payload = header->nlmsg_len - NLMSG_HDRLEN;
        switch (header->nlmsg_type) {
        case NLMSG_ERROR:
        case NLMSG_DONE:
            if (payload >= sizeof(int32_t)) memcpy(&out->error, NLMSG_DATA(header), sizeof(int32_t));
            break;
        case RTM_NEWLINK:
        case RTM_DELLINK:
            if (payload >= sizeof(struct ifinfomsg)) decode_link(header, out);
            break;
        case RTM_NEWADDR:
        case RTM_DELADDR:
            if (payload >= sizeof(struct ifaddrmsg)) decode_address(header, out);
            break;
        case RTM_NEWROUTE:
        case RTM_DELROUTE:
            if (payload >= sizeof(struct rtmsg)) decoded = decode_route(header, out, capacity - number);
            break;
        default: break;
        }
        if (decoded < 0) return -1;
        number += decoded;
    }
    return number;
}
