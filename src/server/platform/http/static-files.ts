import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentLanguage, type Language, languages } from '#contract/messages/language.ts'
import { type Http, wantsAvatars } from './server.ts'

/** The page that may load the provider's script, for a frame of the app. */
export type DialogPage = {
  /** The app's own origin, whose pages may frame it. */
  app: string
  scripts: readonly string[]
  calls: readonly string[]
  frames: readonly string[]
  /** It has an origin of its own. */
  apart: boolean
}

/**
 * Serves a single-page app under `base`: hashed files with a long cache time, pages with `index.html`, `base`
 * itself with the landing page in the reader's language. Compressed copies (`.br`, `.gz`) are preferred.
 * @param options.attribute of the page's root element, so that the first paint is right.
 * @param options.avatarUrl likewise, as `data-avatar-url`, for people who have not turned avatars off.
 */
export async function serveApp(
  http: Http,
  folder: string,
  base: string,
  options: { attribute?: string | undefined; avatarUrl?: string; dialogPage?: DialogPage },
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error('The web app is not built. Run `npm run build`, or `npm start`, which does it.')
  }
  const page = async (name: string, more?: string) => {
    const text = await readFile(join(folder, name), 'utf8')
    const attributes = [options.attribute, more].filter(Boolean).join(' ')
    const html = attributes ? text.replace('<html ', `<html ${attributes} `) : text
    const avatarUrl = options.avatarUrl?.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    const withAvatars = avatarUrl ? html.replace('<html ', `<html data-avatar-url="${avatarUrl}" `) : html
    return (request: FastifyRequest, reply: FastifyReply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(wantsAvatars(request) ? withAvatars : html)
  }
  const index = await page('index.html')
  const landing = new Map<Language, Awaited<ReturnType<typeof page>>>()
  for (const language of languages)
    landing.set(language, await page(language === 'en' ? 'landing.html' : `landing.${language}.html`))
  await http.register(serveStatic, {
    root: folder,
    prefix: `${base}/`,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      // Itself or a compressed copy.
      const isWidget = /\/widget\.js(\.br|\.gz)?$/.test(path)
      const cached = isWidget ? 'public, max-age=3600' : 'no-cache'
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : cached)
      // Pages of other sites load it.
      if (isWidget) reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })
  http.get(base, async (request, reply) => {
    const language = languages.find((one) => one === currentLanguage()) ?? 'en'
    return landing.get(language)?.(request, reply.header('vary', 'accept-language'))
  })
  const { dialogPage } = options
  if (dialogPage) {
    const directives = {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...dialogPage.scripts],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", ...dialogPage.calls],
      frameSrc: [...dialogPage.frames],
      frameAncestors: ["'self'", ...(dialogPage.apart ? [dialogPage.app] : [])],
      formAction: ["'none'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
    }
    const helmet = {
      contentSecurityPolicy: { useDefaults: false, directives },
      // It can name no other origin; `frame-ancestors` can.
      ...(dialogPage.apart && { xFrameOptions: false, crossOriginResourcePolicy: false }),
    }
    const html = await page(
      'index.html',
      dialogPage.apart ? `data-app-origin="${dialogPage.app}"` : undefined,
    )
    http.get(`${base}/meta/dialog`, { helmet, schema: { hide: true } }, html)
  }
  http.get(`${base}/*`, async (request, reply) => {
    // A missing file is missing; only what a person may have typed or followed is a page.
    if (/\/assets\/|\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')) return reply.callNotFound()
    if (request.url.startsWith(`${base}/api/`)) return reply.callNotFound()
    return index(request, reply)
  })
}
