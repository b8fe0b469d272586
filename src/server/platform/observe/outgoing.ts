import { channel } from 'node:diagnostics_channel'

/** A request that this process sends to another server. */
export type Outgoing = { origin: string; method: string; path: string }

/** Reports one request; answers what is to be called at its end, with the status of the answer where one came. */
type OnOutgoing = (request: Outgoing) => ((status: number | undefined) => void) | undefined

type Published = { request: { origin?: string | URL; method: string; path: string } }

/**
 * Watches the requests of undici, which are all that this process sends: to the provider, the networks, addresses of
 * businesses. Without a watcher nothing is published. @returns what ends it.
 */
export function watchOutgoing(onOutgoing: OnOutgoing): () => void {
  const ends = new WeakMap<object, (status: number | undefined) => void>()
  const statuses = new WeakMap<object, number>()
  const created = (message: unknown): void => {
    const { request } = message as Published
    const { origin, method, path } = request
    const end = onOutgoing({ origin: String(origin ?? ''), method, path })
    if (end) ends.set(request, end)
  }
  const answered = (message: unknown): void => {
    const { request, response } = message as Published & { response: { statusCode: number } }
    statuses.set(request, response.statusCode)
  }
  const ended = (message: unknown): void => {
    const { request } = message as Published
    ends.get(request)?.(statuses.get(request))
    ends.delete(request)
  }
  const failed = (message: unknown): void => {
    const { request } = message as Published
    ends.get(request)?.(undefined)
    ends.delete(request)
  }
  const listeners = [
    ['undici:request:create', created],
    ['undici:request:headers', answered],
    ['undici:request:trailers', ended],
    ['undici:request:error', failed],
  ] as const
  for (const [name, listener] of listeners) channel(name).subscribe(listener)
  return () => {
    for (const [name, listener] of listeners) channel(name).unsubscribe(listener)
  }
}
