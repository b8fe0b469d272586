import type { BlockList } from 'node:net'
import { listOf } from './public-addresses.ts'

/** What the operator lets addresses of people lead to. */
export type Reach = {
  /** Networks of the operator's own, besides the public internet. */
  allowed: BlockList
  /** Where it is set: these sites alone, with what is below them. */
  hosts?: readonly string[]
}

const known = new Map<string, Reach>()

/** One object for each install, so that its connections share an agent. */
export function reachOf(settings: {
  readonly linkNetworks?: readonly string[] | undefined
  readonly outsideHosts?: readonly string[] | undefined
}): Reach {
  const { linkNetworks = [], outsideHosts } = settings
  const name = JSON.stringify([linkNetworks, outsideHosts])
  const reach = known.get(name) ?? {
    allowed: listOf(linkNetworks),
    ...(outsideHosts && { hosts: outsideHosts }),
  }
  known.set(name, reach)
  return reach
}

/** Whether a host is one of the sites, or below one: `api.example.com` is below `example.com`. */
export function isListed(host: string, hosts: readonly string[]): boolean {
  const plain = host.toLowerCase().replace(/\.$/, '')
  return hosts.some((one) => plain === one || plain.endsWith(`.${one}`))
}
