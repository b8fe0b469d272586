import { isIP } from 'node:net'

/**
 * What limits count for one sender: the address of IPv4; of IPv6 the first 64 bits, as one household or server has all
 * addresses below them. A connection that has ended has none.
 */
export function senderOf(address: string | undefined): string {
  const plain = (address ?? '').replace(/%.*$/, '')
  if (isIP(plain) !== 6) return plain
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain) ?? []
  return mapped ?? `${groupsOf(plain).slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address, each in its short form. */
function groupsOf(address: string): string[] {
  // Browsers' rules for addresses write each one in one way: lower case, without leading zeros, IPv4 as two groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array.from({ length: 8 - left!.length - right!.length }, () => '0')
  return tail === undefined ? left! : [...left!, ...zeros, ...right!]
}
