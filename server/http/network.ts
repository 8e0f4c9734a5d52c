import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network by which a caller's address is counted: an IPv4 address itself, or the /64 of an IPv6 address,
 * since one household or rented machine owns a whole /64. An IPv4 address written as IPv6 counts as the IPv4 address.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%')
  const carried = /^::ffff:([\d.]+)$/.exec(plain)?.[1]
  if (carried !== undefined && isIPv4(carried)) return carried
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  // ::ffff:0a00:0001 is an IPv4 address too.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address as numbers. */
function groupsOf(address: string): number[] {
  // The last four bytes may be written as an IPv4 address.
  const text = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) =>
    [0, 2].map((at) => (Number(bytes[at]) * 256 + Number(bytes[at + 1])).toString(16)).join(':'),
  )
  const [before = '', after] = text.split('::')
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [head, tail] = [read(before), read(after ?? '')]
  return after === undefined
    ? head
    : [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}
