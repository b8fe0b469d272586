import { messages } from '#contract/messages.ts'
import type { App } from '#server/app.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { sendExport } from '#server/platform/http/send-export.ts'
import type { Http } from '#server/platform/http/server.ts'
import { listErrors } from './log/errors.ts'
import { exportLogs } from './log/log-export.ts'
import { getMessageLife } from './log/message-life.ts'
import { listLogs, summariseLogs } from './log/message-log.ts'
import { wordsFor } from './log/message-words.ts'
import { getSendingSettings, type SendingSettings, saveSendingSettings } from './model/sending-settings.ts'
import { settleUnknown } from './outcome/unknown.ts'
import { type SingleSendResult, sendSingle } from './single/single-send.ts'

export function messagesRoutes(http: Http, app: App): void {
  route(http, messages.send, async ({ caller, body: { to, recipient = '', ...rest } }) =>
    verdict(await sendSingle(app, caller.businessId, { ...rest, to: to || recipient })),
  )
  route(http, messages.logs, ({ caller, query }) => listLogs(app, caller.businessId, query))
  route(http, messages.summary, ({ caller, query }) => summariseLogs(app, caller.businessId, query))
  route(http, messages.exportCsv, ({ caller, query, request, reply }) =>
    sendExport(request, reply, {
      dataDir: app.settings.dataDir,
      log: app.log,
      owner: caller.businessId,
      what: `messages ${JSON.stringify(query)}`,
      fileName: 'message-logs.csv',
      source: () => exportLogs(app, caller.businessId, query),
    }),
  )
  route(http, messages.life, async ({ caller, params }) => ({
    log: await getMessageLife(app, caller.businessId, params.id),
  }))
  route(http, messages.settleUnknown, async ({ caller, body }) => {
    const settled = await settleUnknown(app, caller.businessId, body.ids, body.as)
    if (settled === 0) await explainNothingSettled(app, caller.businessId, body.ids)
    const done = body.as === 'send_again' ? 'sent again' : 'written off'
    return { message: `${settled} ${settled === 1 ? 'message is' : 'messages are'} ${done}.`, settled }
  })
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
      }),
    ),
  }))
}

const toContract = ({ settlingSeconds, unknownAction }: SendingSettings) => ({
  settling_seconds: settlingSeconds,
  unknown_action: unknownAction,
})

/** The provider's verdict as an answer: taken, still on its way, or why not. */
function verdict({ message_id, status, error, waiting }: SingleSendResult) {
  switch (status) {
    case 'failed': {
      const { explanation, advice } = wordsFor({
        status,
        reason: null,
        error_code: error?.code ?? null,
        error_title: error?.title ?? null,
      })
      const said = error?.code == null ? '' : ` (WhatsApp's code ${error.code})`
      throw new AppError(
        'provider_failed',
        `${explanation ?? 'Message failed.'}${advice ? ` ${advice}` : ''}${said}`,
        { messageId: message_id },
      )
    }
    case 'unknown':
      throw new AppError(
        'provider_timeout',
        'WhatsApp did not answer, so nobody knows yet whether it took the message. Look at the logs before you send it again.',
        { messageId: message_id },
      )
    case 'skipped':
      throw new AppError('rule_broken', 'This person asked for no more messages, so it was not sent.', {
        messageId: message_id,
      })
    case 'queued':
    case 'sending':
      return {
        message: waiting
          ? `The message is queued. ${waiting.sentence}`
          : 'The message is queued and goes out by itself. The logs show when.',
        status,
        message_id,
      } as const
    default:
      return { message: 'Message sent successfully.', status: status as 'sent', message_id }
  }
}

async function explainNothingSettled(app: App, businessId: number, ids: readonly number[]): Promise<never> {
  const own = await app.db
    .selectFrom('messages')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .limit(1)
    .executeTakeFirst()
  if (!own) throw notFound('This message')
  throw new AppError('conflict', 'These messages have been settled meanwhile. Reload the logs.')
}
