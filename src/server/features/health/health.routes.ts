import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import type { Http } from '#server/platform/http/server.ts'

const patienceMs = 2000

/** For load balancers and supervisors: `/healthz` says the process lives, `/readyz` that it can serve. */
export function healthRoutes(http: Http, app: App): void {
  http.get('/healthz', { schema: { hide: true } }, async () => ({ success: true, status: 'alive' }))
  http.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    if (http.isDraining()) {
      const message = t('app.fault.leaving')
      return reply.code(503).send({ success: false, code: 'unavailable', message, error: message })
    }
    try {
      await Promise.race([
        sql`select 1`.execute(app.db),
        new Promise((_, reject) => setTimeout(reject, patienceMs, new Error('no answer in time')).unref()),
      ])
      return { success: true, status: 'ready' }
    } catch (error) {
      app.log.warn({ err: error }, 'not ready: the database does not answer')
      const message = t('app.fault.notReady')
      return reply.code(503).send({ success: false, code: 'unavailable', message, error: message })
    }
  })
}
