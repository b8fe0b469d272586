import { join } from 'node:path'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import { authenticate, isOpenSession, recordAudit, renewSession } from './features/accounts/accounts.ts'
import { openIdempotency } from './features/integrations/integrations.ts'
import { moveLoginStates } from './features/onboarding/onboarding.ts'
import { explainListening } from './listening.ts'
import type { Observation } from './observe.ts'
import { mountApiDocs } from './platform/http/api-docs.ts'
import { createHttp } from './platform/http/server.ts'
import { serveApp } from './platform/http/static-files.ts'
import { mountRoutes } from './routes.ts'

const webFolder = join(import.meta.dirname, '../../dist/web')

/**
 * Answers requests: the API, its document, and the web app.
 * @returns where, and `close`, which waits for the answers that are under way.
 */
export async function serve(
  config: Config,
  app: App,
  observation: Observation,
): Promise<{ port: string; close: () => Promise<void> }> {
  const { origin, port: dialogPort } = new URL(config.meta.dialogUrl)
  // Opened from another machine, the dialog has the name of this one there.
  const dialog = config.anyHost ? `http://*:${dialogPort}` : origin
  const http = await createHttp({
    log: app.log,
    trustedProxies: config.trustedProxies,
    https: config.publicUrl.startsWith('https:') && (config.hstsSubdomains ? 'subdomains' : 'host'),
    authenticate: (request) => authenticate(app, request.headers.authorization),
    isOpenSession: ({ businessId, sessionId }) => isOpenSession(app, businessId, sessionId),
    recordAudit: (done) => recordAudit(app, [done]),
    renewSession: (caller, from) => renewSession(app, caller, from, moveLoginStates),
    idempotency: openIdempotency(app),
    // Facebook lets no page frame its dialog.
    frameOrigins: [...(config.practice ? [dialog] : []), ...originsOf(config.metaPageUrl)],
    avatarOrigin: config.avatarUrl && new URL(config.avatarUrl).origin,
  })
  observation.follow(http)
  await mountApiDocs(http)
  mountRoutes(http, app)
  const attribute = config.practice ? 'data-practice' : undefined
  await serveApp(http, webFolder, '/marketing', {
    attribute,
    avatarUrl: config.avatarUrl,
    dialogPage: {
      app: new URL(config.publicUrl).origin,
      scripts: config.practice ? [dialog] : ['https://connect.facebook.net'],
      calls: config.practice ? [dialog] : ['https://www.facebook.com', 'https://graph.facebook.com'],
      frames: config.practice ? [dialog] : ['https://www.facebook.com', 'https://web.facebook.com'],
      // The one page may be shown by the other.
      apart: config.metaPageUrl !== undefined,
    },
  })
  http.get('/', { schema: { hide: true } }, (_, reply) => reply.redirect('/marketing/'))
  const listening = await http
    .listen({ port: config.port, host: config.host })
    .catch(explainListening('PORT', config.port, config.host))
  return {
    port: new URL(listening).port || String(config.port),
    async close() {
      await http.drain(config.drainSeconds * 1000)
      await http.close()
    },
  }
}

const originsOf = (url: string | undefined): string[] => (url ? [new URL(url).origin] : [])
