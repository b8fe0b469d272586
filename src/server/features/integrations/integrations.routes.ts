import type { FastifyRequest } from 'fastify'
import { hookSamples } from '#contract/api/hook-kinds.ts'
import { hooks } from '#contract/api/hooks.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { listDeliveries, readDelivery, replayDelivery, replayFailed, sendTest } from './hooks/delivery-log.ts'
import { addHook, changeHook, type From, listHooks, removeHook, rotateSecret } from './hooks/endpoints.ts'

const fromOf = (request: FastifyRequest): From => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
})

export function integrationsRoutes(http: Http, app: App): void {
  route(http, hooks.list, async ({ caller }) => ({ hooks: await listHooks(app, caller.businessId) }))
  route(http, hooks.add, ({ caller, body, request }) => addHook(app, caller, body, fromOf(request)))
  route(http, hooks.samples, async () => ({
    samples: Object.entries(hookSamples).map(([type, sample]) => ({
      type,
      timestamp: sample.at,
      data: [sample],
    })),
  }))
  route(http, hooks.change, async ({ caller, params, body, request }) => ({
    hook: await changeHook(app, caller, params.id, body, fromOf(request)),
  }))
  route(http, hooks.remove, async ({ caller, params, request }) => {
    await removeHook(app, caller, params.id, fromOf(request))
    return { message: t('hooks.removed') }
  })
  route(http, hooks.rotate, ({ caller, params, body, request }) =>
    rotateSecret(app, caller, params.id, body.current_password, fromOf(request)),
  )
  route(http, hooks.test, async ({ caller, params }) => ({
    delivery: await sendTest(app, caller.businessId, params.id),
  }))
  route(http, hooks.deliveries, ({ caller, params, query }) =>
    listDeliveries(app, caller.businessId, params.id, query),
  )
  route(http, hooks.delivery, ({ caller, params }) =>
    readDelivery(app, caller, params.id, params.delivery_id),
  )
  route(http, hooks.replay, async ({ caller, params }) => ({
    delivery: await replayDelivery(app, caller.businessId, params.id, params.delivery_id),
  }))
  route(http, hooks.replayFailed, async ({ caller, params }) => ({
    replayed: await replayFailed(app, caller.businessId, params.id),
  }))
}
