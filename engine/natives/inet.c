/* java.net addresses as values: parsing, comparing, printing. There is no network, so names are resolved nowhere: what
 * would ask the host is left without a row and ends the path as unsupported. */
#include "engine/natives/util.h"

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
