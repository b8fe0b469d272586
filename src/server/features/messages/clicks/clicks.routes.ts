import { acceptedLanguages, pickLanguage } from '#contract/messages/language.ts'
import type { App } from '#server/app.ts'
import { inLanguage } from '#server/messages/language.ts'
import { senderOf } from '#server/platform/http/limits/network.ts'
import type { QuickHandler } from '#server/platform/http/quick-routes.ts'
import type { Http } from '#server/platform/http/server.ts'
import { linkCodes, mostLinks } from '../model/link-code.ts'
import { isProviderAddress, kindOf } from './click-kind.ts'
import { createClickLimits } from './click-limits.ts'
import { faultStatus, type LinkFault, linkHeaders, linkPage, redirectHeaders } from './link-page.ts'
import { createLinkTargets } from './link-targets.ts'
import { type ClickStore, openClickStore } from './store-clicks.ts'

/** After a fault of ours a browser may try again after so long. */
const retrySeconds = 5

type Asked = Parameters<QuickHandler>[0]

/** Public, without a session: counts the click, then sends the person on. Works without a worker. */
export function clicksRoutes(http: Http, app: App): void {
  const codes = linkCodes(app)
  const targetFor = createLinkTargets(app)
  let clicks: ClickStore | undefined
  const opened = (): ClickStore => {
    clicks ??= openClickStore(app)
    return clicks
  }
  // What a killed process kept goes to the database without waiting for a click.
  http.addHook('onListen', async () => {
    opened()
  })
  http.addHook('onClose', async () => clicks?.close())
  const limits = createClickLimits()

  const open = async ({ name, address, request }: Asked): Promise<{ address: string } | LinkFault> => {
    const code = codes.read(name)
    const target = code ? await targetFor(code) : 'unknown'
    if (!code || target === 'unknown') return limits.tooManyWrong(senderOf(address)) ? 'busy' : 'unknown'
    if (target === 'gone') return 'gone'
    if (limits.tooManyClicks(code.messageId * mostLinks + code.link)) return 'busy'
    await opened().keep({
      ...code,
      kind: kindOf(request.method ?? '', request.headers),
      fromProvider: isProviderAddress(address),
      at: app.now(),
    })
    return target
  }

  const answer: QuickHandler = async (asked, response) => {
    const opened = await open(asked).catch((error: unknown): LinkFault => {
      app.log.error({ err: error }, 'a click could not be stored')
      return 'away'
    })
    if (typeof opened !== 'string') {
      response.writeHead(302, { ...redirectHeaders, location: opened.address, 'content-length': 0 }).end()
      return
    }
    if (opened === 'busy' || opened === 'away') response.setHeader('retry-after', retrySeconds)
    const language = pickLanguage(acceptedLanguages(asked.request.headers['accept-language']))
    const page = inLanguage(language, () => linkPage(opened))
    response.writeHead(faultStatus[opened], {
      ...linkHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(page),
    })
    response.end(page)
  }

  for (const prefix of ['/marketing/l/', '/l/']) http.getQuickly(prefix, answer)
}
