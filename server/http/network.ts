import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network that a caller's address is counted by: an IPv4 address by itself, an IPv6 address by its /64, which one household or one
 * rented machine has all of. An IPv4 address written as IPv6 is the IPv4 address.
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

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // Its last four bytes may be written as an IPv4 address.
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
