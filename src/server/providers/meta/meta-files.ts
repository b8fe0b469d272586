import { transportError } from './errors/meta-error.ts'

/** Files on Meta's own hosts: examples of templates, and what people send. */
export type MetaFiles = {
  /**
   * Opens a file by the address that Meta gave.
   * @returns undefined where there is nothing to be had: the address is not Meta's, or has run out.
   * @throws MetaError when Meta cannot be reached.
   */
  open: (
    address: string,
    token: string,
    timeoutMs: number,
  ) => Promise<{ body: ReadableStream<Uint8Array>; bytes: number | undefined } | undefined>
}

/** Where Meta keeps files; nothing else is asked for, wherever an address points. */
const fileHosts = /^([a-z0-9-]+\.)+(fbcdn\.net|fbsbx\.com|whatsapp\.net)$/
/** This one needs the access token (…/cloud-api/reference/media); the others sign their addresses. */
const tokenHost = 'lookaside.fbsbx.com'

/** @param graphUrl a fake Graph API on this machine serves its files itself. */
export function metaFiles(graphUrl: string): MetaFiles {
  const graph = new URL(graphUrl)
  const isLocal = graph.hostname === 'localhost' || graph.hostname === '127.0.0.1'
  const isOwn = (url: URL): boolean => isLocal && url.origin === graph.origin
  const mayAsk = (url: URL): boolean =>
    url.username === '' &&
    ((url.protocol === 'https:' && url.port === '' && fileHosts.test(url.hostname)) || isOwn(url))
  return {
    async open(address, token, timeoutMs) {
      const url = URL.parse(address)
      if (!url || !mayAsk(url)) return undefined
      try {
        const answer = await fetch(url, {
          // An address that leads on to elsewhere would be asked without being looked at.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
          headers: url.hostname === tokenHost || isOwn(url) ? { authorization: `Bearer ${token}` } : {},
        })
        if (answer.status !== 200 || !answer.body) {
          await answer.body?.cancel()
          return undefined
        }
        const length = Number(answer.headers.get('content-length') ?? Number.NaN)
        return { body: answer.body, bytes: Number.isSafeInteger(length) ? length : undefined }
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause)
        throw transportError('unreachable', { delivery: 'never_sent', message })
      }
    },
  }
}
