import { transportError } from './errors/meta-error.ts'

/** Reads the files that Meta shows as examples of templates' headers. */
export type SampleFileCalls = {
  /**
   * The bytes of an example, by the address in the template.
   * @returns undefined where there is nothing to be had: the address is not Meta's or has run out, the file is too large.
   */
  get: (address: string, token: string) => Promise<Buffer | undefined>
}

/** Where Meta keeps files; nothing else is asked for, wherever an address points. */
const fileHosts = /^([a-z0-9-]+\.)+(fbcdn\.net|fbsbx\.com|whatsapp\.net)$/
/** This one needs the access token (…/cloud-api/reference/media); the others sign their addresses. */
const tokenHost = 'lookaside.fbsbx.com'
/** As large as a header's picture may be. */
const mostBytes = 5 * 1024 * 1024
const timeoutMs = 10_000

/** @param graphUrl a fake Graph API on this machine serves its files itself. */
export function sampleFileCalls(graphUrl: string): SampleFileCalls {
  const graph = new URL(graphUrl)
  const isLocal = graph.hostname === 'localhost' || graph.hostname === '127.0.0.1'
  const mayAsk = ({ protocol, hostname, port, origin, username }: URL): boolean =>
    username === '' &&
    ((protocol === 'https:' && port === '' && fileHosts.test(hostname)) ||
      (isLocal && origin === graph.origin))
  return {
    async get(address, token) {
      const url = URL.parse(address)
      if (!url || !mayAsk(url)) return undefined
      try {
        const answer = await fetch(url, {
          // An address that leads on to elsewhere would be asked without being looked at.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
          headers: url.hostname === tokenHost ? { authorization: `Bearer ${token}` } : {},
        })
        if (answer.status !== 200 || !answer.body) {
          await answer.body?.cancel()
          return undefined
        }
        return await readUpTo(answer.body)
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause)
        throw transportError('unreachable', { delivery: 'never_sent', message })
      }
    },
  }
}

async function readUpTo(body: ReadableStream<Uint8Array>): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    // Leaving the loop ends the request.
    if (bytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
