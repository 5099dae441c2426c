/* java.net addresses and interfaces. The program runs on a machine of its own whose only interface
 * is the loopback, lo, with the address 127.0.0.1 and the name localhost. Other names cannot be
 * resolved, and sockets are refused (refused.c). */
#include "engine/natives/util.h"

#include <stdlib.h>
#include <string.h>

#define NET "java/net/"
enum { LOOPBACK = 0x7f000001, IPV4 = 1, LO_INDEX = 1, LO_MASK = 8, LO_MTU = 65536 };
static const char lo[] = "lo", localhost[] = "localhost";

/* Initialises the classes of the objects created here. */
static int prepare(struct native_call *c) {
  static const char *const names[] = {NET "Inet4Address", NET "InetAddress$InetAddressHolder",
                                      NET "NetworkInterface", NET "InterfaceAddress"};
  int rc = NATIVE_OK;
  for (size_t i = 0; rc == NATIVE_OK && i < COUNT(names); i++) {
    struct klass *k = vm_class_throw(c->vm, c->t, names[i], false);
    rc = k ? vm_init_class(c->vm, c->t, k) : NATIVE_THROW;
  }
  return rc;
}

static ref text(struct native_call *c, const char *s) {
  return vm_intern_sym(c->vm, symtab_cstr(c->vm->syms, s));
}

/* Returns 127.0.0.1. name: NULL if the address was not looked up by name. 0: out of memory. */
static ref new_loopback(struct native_call *c, const char *name) {
  struct vm *vm = c->vm;
  ref a = nat_new(c, NET "Inet4Address"),
      holder = a ? nat_new(c, NET "InetAddress$InetAddressHolder") : 0;
  if (!holder) return 0;
  field_set_int(vm, holder, "address", LOOPBACK);
  field_set_int(vm, holder, "family", IPV4);
  if (name) {
    field_set_ref(vm, holder, "hostName", text(c, name));
    field_set_ref(vm, holder, "originalHostName", text(c, name));
  }
  field_set_ref(vm, a, "holder", holder);
  return a;
}

/* Returns an array of one element, or an empty array. */
static ref new_list(struct native_call *c, const char *klass, ref element) {
  struct klass *k = vm_class_throw(c->vm, c->t, klass, false);
  ref r = k ? vm_new_ref_array(c->vm, c->t, k, element != 0) : 0;
  if (r && element) array_put_ref(c->vm, r, 0, element);
  return r;
}

static ref new_binding(struct native_call *c, ref address) {
  ref r = nat_new(c, NET "InterfaceAddress");
  if (!r) return 0;
  field_set_ref(c->vm, r, "address", address);
  arena_put_u16(&c->vm->arena, r + klass_field_offset(vm_klass(c->vm, r), "maskLength"), LO_MASK);
  return r;
}

static ref new_interface(struct native_call *c) {
  struct vm *vm = c->vm;
  ref r = nat_new(c, NET "NetworkInterface"), address = r ? new_loopback(c, NULL) : 0,
      binding = address ? new_binding(c, address) : 0,
      addresses = binding ? new_list(c, NET "InetAddress", address) : 0,
      bindings = addresses ? new_list(c, NET "InterfaceAddress", binding) : 0,
      children = bindings ? new_list(c, NET "NetworkInterface", 0) : 0;
  if (!children) return 0;
  field_set_ref(vm, r, "name", text(c, lo));
  field_set_ref(vm, r, "displayName", text(c, lo));
  field_set_int(vm, r, "index", LO_INDEX);
  field_set_ref(vm, r, "addrs", addresses);
  field_set_ref(vm, r, "bindings", bindings);
  field_set_ref(vm, r, "childs", children);
  return r;
}

static int interface_if(struct native_call *c, bool it) {
  int rc = prepare(c);
  if (rc != NATIVE_OK) return rc;
  return it ? ret_new(c, new_interface(c)) : ret_ref(c, 0);
}

static int all_interfaces(struct native_call *c) {
  int rc = prepare(c);
  ref one = rc == NATIVE_OK ? new_interface(c) : 0;
  if (rc != NATIVE_OK) return rc;
  return ret_new(c, one ? new_list(c, NET "NetworkInterface", one) : 0);
}

static bool is_text(struct native_call *c, int slot, const char *s) {
  char *given = c->args[slot] ? vm_utf8(c->vm, c->args[slot]) : NULL;
  bool same = given && !strcmp(given, s);
  free(given);
  return same;
}

static int interface_by_name(struct native_call *c) { return interface_if(c, is_text(c, 0, lo)); }
static int interface_by_index(struct native_call *c) {
  return interface_if(c, c->args[0] == LO_INDEX);
}

static bool is_loopback(struct native_call *c, ref address) {
  ref holder = address ? field_get_ref(c->vm, address, "holder") : 0;
  return holder && field_get_int(c->vm, holder, "family") == IPV4 &&
         field_get_int(c->vm, holder, "address") == LOOPBACK;
}

static int interface_by_address(struct native_call *c) {
  return interface_if(c, is_loopback(c, c->args[0]));
}
static int is_bound(struct native_call *c) { return ret_int(c, is_loopback(c, c->args[0])); }
static int transmission_unit(struct native_call *c) { return ret_int(c, LO_MTU); }

/* ---- names ---- */

static int local_name(struct native_call *c) { return ret_ref(c, text(c, localhost)); }

/* lookupAllHostAddr(String) */
static int inet_look_up(struct native_call *c) {
  int rc;
  ref a;
  if (!is_text(c, 1, localhost))
    return vm_throw(c->vm, c->t, NET "UnknownHostException",
                    "names cannot be resolved for the program under test");
  rc = prepare(c);
  if (rc != NATIVE_OK) return rc;
  a = new_loopback(c, localhost);
  return ret_new(c, a ? new_list(c, NET "InetAddress", a) : 0);
}

static bool are_loopbacks(struct vm *vm, ref a) {
  static const uint8_t bytes[] = {127, 0, 0, 1};
  return a && array_length(vm, a) == sizeof bytes &&
         !memcmp(array_data(vm, a), bytes, sizeof bytes);
}

/* isReachable0(byte[] address, ...) */
static int is_reachable(struct native_call *c) {
  return ret_int(c, are_loopbacks(c->vm, c->args[1]));
}

/* getHostByAddr(byte[]) */
static int inet_name_of(struct native_call *c) {
  if (are_loopbacks(c->vm, c->args[1])) return local_name(c);
  return vm_throw(c->vm, c->t, NET "UnknownHostException", NULL);
}

const struct native_row natives_inet[] = {
    {NET "InetAddress", "init", NULL, nat_nothing},
    {NET "InetAddress", "isIPv4Available", NULL, nat_one},
    {NET "InetAddress", "isIPv6Supported", NULL, nat_zero},
    {NET "InetAddressImplFactory", "isIPv6Supported", NULL, nat_zero},
    {NET "Inet4Address", "init", NULL, nat_nothing},
    {NET "Inet6Address", "init", NULL, nat_nothing},
    {NET "Inet4AddressImpl", "lookupAllHostAddr", NULL, inet_look_up},
    {NET "Inet4AddressImpl", "getHostByAddr", NULL, inet_name_of},
    {NET "Inet4AddressImpl", "getLocalHostName", NULL, local_name},
    {NET "Inet4AddressImpl", "isReachable0", NULL, is_reachable},
    {NET "Inet6AddressImpl", "lookupAllHostAddr", NULL, inet_look_up},
    {NET "Inet6AddressImpl", "getHostByAddr", NULL, inet_name_of},
    {NET "Inet6AddressImpl", "getLocalHostName", NULL, local_name},
    {NET "Inet6AddressImpl", "isReachable0", NULL, nat_zero},
    {NET "DatagramPacket", "init", NULL, nat_nothing},
    {NET "NetworkInterface", "init", NULL, nat_nothing},
    {NET "NetworkInterface", "getAll", NULL, all_interfaces},
    {NET "NetworkInterface", "getByName0", NULL, interface_by_name},
    {NET "NetworkInterface", "getByIndex0", NULL, interface_by_index},
    {NET "NetworkInterface", "getByInetAddress0", NULL, interface_by_address},
    {NET "NetworkInterface", "boundInetAddress0", NULL, is_bound},
    {NET "NetworkInterface", "isUp0", NULL, nat_one},
    {NET "NetworkInterface", "isLoopback0", NULL, nat_one},
    {NET "NetworkInterface", "supportsMulticast0", NULL, nat_zero},
    {NET "NetworkInterface", "isP2P0", NULL, nat_zero},
    {NET "NetworkInterface", "getMacAddr0", NULL, nat_null},
    {NET "NetworkInterface", "getMTU0", NULL, transmission_unit},
    {0},
};
