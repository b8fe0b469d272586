import { apiKeys } from '#contract/api/keys.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { originOf } from '../sessions.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'

export function apiKeysRoutes(http: Http, app: App): void {
  route(http, apiKeys.list, async ({ caller }) => ({ keys: await listApiKeys(app, caller.businessId) }))
  route(http, apiKeys.create, ({ caller, body, request }) =>
    createApiKey(app, caller, body, originOf(request)),
  )
  route(http, apiKeys.revoke, async ({ caller, params, request }) => {
    await revokeApiKey(app, caller, params.id, originOf(request))
    return { message: t('apiKeys.revoked') }
  })
}
