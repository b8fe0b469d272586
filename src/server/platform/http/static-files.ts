import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { Http } from './server.ts'

/**
 * Serves a built single-page app under `base`: hashed files for ever, everything else that is asked for as a
 * page with `index.html`, and `base` itself with `landing.html`. Compressed copies (`.br`, `.gz`) that lie beside a file
 * are preferred.
 * @param options.practice stands in the page itself, as `data-practice`, so that it is drawn right from the start.
 */
export async function serveApp(
  http: Http,
  folder: string,
  base: string,
  options: { practice: boolean },
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error('The web app is not built. Run `npm run build`, or `npm start`, which does it.')
  }
  const built = async (name: string): Promise<string> => {
    const text = await readFile(join(folder, name), 'utf8')
    return options.practice ? text.replace('<html ', '<html data-practice ') : text
  }
  const [index, landing] = [await built('index.html'), await built('landing.html')]
  await http.register(serveStatic, {
    root: folder,
    prefix: `${base}/`,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const send = (reply: FastifyReply, html: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html)
  http.get(base, async (_, reply) => send(reply, landing))
  http.get(`${base}/*`, async (request, reply) => {
    // A missing file is missing; only what a person may have typed or followed is a page.
    if (/\/assets\/|\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')) return reply.callNotFound()
    if (request.url.startsWith(`${base}/api/`)) return reply.callNotFound()
    return send(reply, index)
  })
}
