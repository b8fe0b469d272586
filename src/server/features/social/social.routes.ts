import { type ConnectResult, socialAccounts } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { insightsRoutes } from './insights/insights.routes.ts'
import { limitsRoutes } from './limits/limits.routes.ts'
import { mediaRoutes } from './media/media.routes.ts'
import { planningRoutes } from './planning/planning.routes.ts'
import { postsRoutes } from './posts/posts.routes.ts'
import {
  beginLogin,
  chooseAccounts,
  continueLogin,
  disconnectAccount,
  finishLogin,
  listAccounts,
  networkSetups,
  refreshTokens,
} from './social.ts'
import { withdrawalRoutes } from './withdrawal/withdrawal.routes.ts'

export function socialRoutes(http: Http, app: App): void {
  mediaRoutes(http, app)
  postsRoutes(http, app)
  planningRoutes(http, app)
  insightsRoutes(http, app)
  withdrawalRoutes(http, app)
  limitsRoutes(http, app)
  route(http, socialAccounts.list, async ({ caller }) => ({
    accounts: await listAccounts(app, caller.businessId),
    networks: networkSetups(app),
  }))
  route(http, socialAccounts.disconnect, async ({ caller, body }) => {
    await disconnectAccount(app, caller.businessId, body)
    return { message: t('social.disconnected') }
  })
  route(http, socialAccounts.connect, async ({ caller, body, request }) => ({
    redirect_url: await beginLogin(app, caller, body.way, request.host),
  }))
  route(http, socialAccounts.callback, async ({ params, query, reply }) =>
    reply.redirect(await continueLogin(app, params.way, query)),
  )
  route(http, socialAccounts.finish, async ({ caller, body }) =>
    answerOf(await finishLogin(app, caller, body)),
  )
  route(http, socialAccounts.choose, async ({ caller, body }) =>
    answerOf(await chooseAccounts(app, caller, body)),
  )
  route(http, socialAccounts.refresh, async ({ caller, body }) => ({
    results: await refreshTokens(app, caller.businessId, body.id),
    accounts: await listAccounts(app, caller.businessId),
  }))
}

function answerOf(result: ConnectResult): { result: ConnectResult; message?: string } {
  const message = messageOf(result)
  return { result, ...(message && { message }) }
}

/** The specification's own sentences. */
function messageOf({ status, reason }: ConnectResult): string | undefined {
  if (status === 'success') return t('social.connected')
  if (status === 'already_connected') return t('social.alreadyConnected')
  if (status === 'choose') return undefined
  return reason === 'save_failed' ? t('social.saveFailed') : t('social.internalError')
}
