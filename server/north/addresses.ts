import { BlockList, isIP } from 'node:net'

/**
 * Whether an IP address belongs to the public internet. All others (private, loopback, link-local with the metadata
 * services of clouds, multicast, reserved, and IPv6 forms that carry an IPv4 address) must not be reached on behalf of
 * a user (SSRF).
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed4.check(address, 'ipv4')
  // Of IPv6 only global unicast counts, without the parts of it that are assigned to other purposes.
  return family === 6 && global6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}

const closed4 = listOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Metadata services of clouds whose addresses lie in the public range.
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['224.0.0.0', 3],
])

const global6 = listOf('ipv6', [['2000::', 3]])
const closed6 = listOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

function listOf(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family)
  return list
}
