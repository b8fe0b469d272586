import { BlockList, isIP } from 'node:net'

/** Ranges of IPv4 that are not the public internet (IANA's special-purpose registry). */
const closed4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Of IPv6 only 2000::/3 is public; these parts of it are not, or wrap an IPv4 address. */
const closed6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']
const open6 = '2000::/3'

export function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address)
    if (family === 0) throw new Error(`${network} is not a network such as 192.168.1.0/24.`)
    list.addSubnet(address, Number(bits ?? (family === 4 ? 32 : 128)), family === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Whether others reach the host of an address: a public IP address, or a name that is not one of a local network. */
export function isPublicHost(address: string): boolean {
  // A name may end in a dot: it is the same name.
  const host = new URL(address).hostname.replace(/^\[|\]$|\.$/g, '')
  if (isIP(host) !== 0) return isPublic(host)
  return host.includes('.') && !/\.(local|localhost|internal|lan|home|test)$/.test(host)
}

const closedList4 = listOf(closed4)
const closedList6 = listOf(closed6)
const openList6 = listOf([open6])

/** Whether an IP address is on the public internet, or in a network that the operator allows. */
export function isPublic(address: string, allowed?: BlockList): boolean {
  const plain = address.replace(/%.*$/, '')
  const family = isIP(plain)
  if (family === 4) return allowed?.check(plain) || !closedList4.check(plain)
  if (family !== 6) return false
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain) ?? []
  if (mapped) return isPublic(mapped, allowed)
  if (allowed?.check(plain, 'ipv6')) return true
  return openList6.check(plain, 'ipv6') && !closedList6.check(plain, 'ipv6')
}
