import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLanguages, pickLanguage } from '#contract/messages/language.ts'
import type { App } from '#server/app.ts'
import { inLanguage } from '#server/messages/language.ts'
import { senderOf } from '#server/platform/http/limits/network.ts'
import type { Http } from '#server/platform/http/server.ts'
import { linkCodes } from '../model/link-code.ts'
import { isProviderAddress, kindOf } from './click-kind.ts'
import { createClickLimits } from './click-limits.ts'
import { faultStatus, type LinkFault, linkHeaders, linkPage, redirectHeaders } from './link-page.ts'
import { createLinkTargets } from './link-targets.ts'
import { createClickStore } from './store-clicks.ts'

/** After a fault of ours a browser may try again after so long. */
const retrySeconds = 5

/** Public, without a session: counts the click, then sends the person on. Works without a worker. */
export function clicksRoutes(http: Http, app: App): void {
  const codes = linkCodes(app)
  const targetFor = createLinkTargets(app)
  const store = createClickStore(app)
  const limits = createClickLimits()

  const open = async (request: FastifyRequest): Promise<{ address: string } | LinkFault> => {
    const { code: text } = request.params as { code: string }
    const code = codes.read(text)
    const target = code ? await targetFor(code) : 'unknown'
    if (!code || target === 'unknown') return limits.tooManyWrong(senderOf(request.ip)) ? 'busy' : 'unknown'
    if (target === 'gone') return 'gone'
    if (limits.tooManyClicks(`${code.messageId}.${code.link}`)) return 'busy'
    await store({
      ...code,
      kind: kindOf(request.method, request.headers),
      fromProvider: isProviderAddress(request.ip),
      at: app.now(),
    })
    return target
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const opened = await open(request).catch((error: unknown): LinkFault => {
      app.log.error({ err: error }, 'a click could not be stored')
      return 'away'
    })
    if (typeof opened !== 'string')
      return reply.code(302).headers(redirectHeaders).header('location', opened.address).send()
    reply.headers(linkHeaders)
    if (opened === 'busy' || opened === 'away') reply.header('retry-after', retrySeconds)
    const language = pickLanguage(acceptedLanguages(request.headers['accept-language']))
    const page = inLanguage(language, () => linkPage(opened))
    return reply.code(faultStatus[opened]).type('text/html; charset=utf-8').send(page)
  }

  for (const url of ['/marketing/l/:code', '/l/:code']) http.getQuickly(url, answer)
}
