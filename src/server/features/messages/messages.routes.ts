import { messages } from '#contract/messages.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { sendExport } from '#server/platform/http/send-export.ts'
import type { Http } from '#server/platform/http/server.ts'
import { archiveFileName, exportArchive, listArchive } from './log/archived-months.ts'
import { listErrors } from './log/errors.ts'
import { exportLogs } from './log/log-export.ts'
import { getMessageLife } from './log/message-life.ts'
import { listLogs } from './log/message-log.ts'
import { explanationFor } from './log/message-text.ts'
import { summariseLogs } from './log/summary.ts'
import { getSendingSettings, type SendingSettings, saveSendingSettings } from './model/sending-settings.ts'
import { type SingleSendResult, sendSingle } from './single/single-send.ts'

export function messagesRoutes(http: Http, app: App): void {
  route(http, messages.send, async ({ caller, body: { to, recipient = '', ...rest } }) =>
    verdict(await sendSingle(app, caller.businessId, { ...rest, to: to || recipient })),
  )
  route(http, messages.logs, ({ caller, query }) => listLogs(app, caller.businessId, query))
  route(http, messages.summary, ({ caller, query }) => summariseLogs(app, caller.businessId, query))
  route(http, messages.exportCsv, ({ caller, query, request, reply }) =>
    sendExport(request, reply, {
      media: app.media,
      log: app.log,
      owner: caller.businessId,
      what: `messages ${JSON.stringify(query)}`,
      fileName: 'message-logs.csv',
      source: () => exportLogs(app, caller.businessId, query),
    }),
  )
  route(http, messages.archive, async ({ caller }) => ({ months: await listArchive(app, caller.businessId) }))
  route(http, messages.exportArchive, async ({ caller, params: { month }, request, reply }) => {
    const { columns, rows } = await exportArchive(app, caller.businessId, month)
    return await sendExport(request, reply, {
      media: app.media,
      log: app.log,
      owner: caller.businessId,
      what: `archive ${month}`,
      fileName: archiveFileName(month),
      source: () => ({ columns, rows }),
    })
  })
  route(http, messages.life, async ({ caller, params }) => ({
    log: await getMessageLife(app, caller.businessId, params.id),
  }))
  route(http, messages.errors, async ({ caller, query }) => ({
    errors: await listErrors(app, caller.businessId, query.campaign_id),
  }))
  route(http, messages.getSettings, async ({ caller }) => ({
    settings: toContract(await getSendingSettings(app, caller.businessId)),
  }))
  route(http, messages.saveSettings, async ({ caller, body }) => ({
    settings: toContract(
      await saveSendingSettings(app, caller.businessId, {
        ...(body.settling_seconds !== undefined && { settlingSeconds: body.settling_seconds }),
        ...(body.unknown_action !== undefined && { unknownAction: body.unknown_action }),
        ...(body.marketing_cap !== undefined && { marketingCap: body.marketing_cap }),
      }),
    ),
  }))
}

const toContract = ({ settlingSeconds, unknownAction, marketingCap }: SendingSettings) => ({
  settling_seconds: settlingSeconds,
  unknown_action: unknownAction,
  marketing_cap: marketingCap,
})

/** The provider's verdict as an answer: taken, still on its way, or why not. */
function verdict({ message_id, status, reason, error, waiting }: SingleSendResult) {
  switch (status) {
    case 'failed': {
      const { explanation, advice } = explanationFor({
        status,
        reason: null,
        error_code: error?.code ?? null,
        error_title: error?.title ?? null,
      })
      throw new AppError('provider_failed', refusalText(explanation, advice, error?.code ?? null), {
        messageId: message_id,
      })
    }
    case 'unknown':
      throw new AppError('provider_timeout', t('messages.send.unknown'), { messageId: message_id })
    case 'skipped': {
      const { explanation, advice } = explanationFor({ status, reason, error_code: null, error_title: null })
      const left =
        reason === 'opted_out' ? t('messages.send.optedOut') : refusalText(explanation, advice, null)
      throw new AppError('rule_broken', left, { messageId: message_id })
    }
    case 'queued':
    case 'sending':
      return {
        message: waiting
          ? t('messages.send.queuedWaiting', { reason: waiting.sentence })
          : t('messages.send.queued'),
        status,
        message_id,
      } as const
    default:
      return { message: t('messages.send.sent'), status: status as 'sent', message_id }
  }
}

function refusalText(explanation: string | null, advice: string | null, code: number | null): string {
  const known = explanation ?? t('messages.send.failed')
  if (code === null) return advice ? t('messages.send.refusedAdvice', { explanation: known, advice }) : known
  const more = { explanation: known, code: String(code) }
  return advice
    ? t('messages.send.refusedAdviceCode', { ...more, advice })
    : t('messages.send.refusedCode', more)
}
