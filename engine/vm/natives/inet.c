/* java.net addresses as values: parsing, comparing, printing. What would ask the host is in
 * refused.c. */
#include "engine/vm/natives/util.h"

#define NET "java/net/"
const struct native_row natives_inet[] = {
    {NET "InetAddress", "init", NULL, nat_nothing},
    {NET "InetAddress", "isIPv4Available", NULL, nat_one},
    {NET "InetAddress", "isIPv6Supported", NULL, nat_zero},
    {NET "InetAddressImplFactory", "isIPv6Supported", NULL, nat_zero},
    {NET "Inet4Address", "init", NULL, nat_nothing},
    {NET "Inet6Address", "init", NULL, nat_nothing},
    {0},
};
