import { platformNames } from '#contract/social/networks.ts'
import { socialWithdrawals } from '#contract/social/withdrawals.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { routesOf } from '#server/platform/http/api-docs.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { deletionPage } from './deletion-page.ts'
import { deletionStatus, withdraw } from './withdrawal.ts'

const largestBytes = 16 * 1024

export function withdrawalRoutes(http: Http, app: App): void {
  void http.register(async (scope) => {
    // Meta sends a form; nothing else of ours takes one.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: largestBytes },
      (_, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    )
    // This runs after the routes of the feature are named in the API document.
    routesOf(scope, 'Social', () => {
      route(scope, socialWithdrawals.deauthorize, async ({ params, body }) => {
        await withdraw(app, params.network, 'deauthorize', body.signed_request)
        return { success: true }
      })
      route(scope, socialWithdrawals.deleteData, async ({ params, body }) => {
        const code = await withdraw(app, params.network, 'delete_data', body.signed_request)
        return {
          url: `${app.settings.publicUrl}/marketing/api/social/data_deletion/${code}`,
          confirmation_code: code,
        }
      })
      route(scope, socialWithdrawals.deletionStatus, async ({ params, reply }) => {
        const status = await deletionStatus(app, params.code)
        if (!status) throw new AppError('not_found', t('social.withdrawal.unknownCode'))
        return reply
          .type('text/html; charset=utf-8')
          .send(deletionPage({ ...status, network: platformNames[status.platform] }))
      })
    })
  })
}
