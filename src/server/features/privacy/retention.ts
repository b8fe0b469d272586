import { type Retention, type RetentionKind, retentionKinds } from '#contract/security/retention.ts'
import type { App } from '#server/app.ts'
import { forgetChatFiles } from '#server/features/conversations/conversations.ts'
import { archiveMessages, forgetArchives } from '#server/features/messages/messages.ts'
import { forgetWebhooks, oldestWebhook, packWebhooks } from '#server/features/webhooks/webhooks.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'

const dayMs = 86_400_000

/** After two days the provider repeats nothing, and few people look for a webhook. */
const packedAfterMs = 2 * dayMs

/** What holds where the operator chose nothing on the screen. Null: the log of deliveries has two times of its own. */
const usualDays = ({ settings }: App): Record<RetentionKind, number | null> => ({
  messages: 0,
  message_archives: 0,
  webhooks: settings.keepWebhooksDays ?? 0,
  chat_files: settings.keepChatFilesDays ?? 0,
  hook_deliveries: null,
})

/** How long each kind is kept, and when something of it went last. */
export async function listRetention(app: App): Promise<Retention[]> {
  const [chosen, runs, oldest] = await Promise.all([
    app.db.selectFrom('retention_settings').select(['kind', 'days']).execute(),
    app.db
      .selectFrom('retention_runs')
      .distinctOn('kind')
      .select(['kind', 'at', 'removed', 'bytes'])
      .orderBy('kind')
      .orderBy('at', 'desc')
      .execute(),
    oldestWebhook(app),
  ])
  const usual = usualDays(app)
  return retentionKinds.map((kind) => {
    const own = chosen.find((row) => row.kind === kind)
    const run = runs.find((row) => row.kind === kind)
    return {
      kind,
      days: own?.days ?? usual[kind],
      usual_days: usual[kind],
      chosen: own !== undefined,
      since: kind === 'webhooks' ? (oldest?.toISOString() ?? null) : null,
      last: run ? { at: run.at.toISOString(), removed: run.removed, bytes: run.bytes } : null,
    }
  })
}

/** Chooses days for some kinds; null goes back to what the install was set up with. */
export async function saveRetention(
  app: App,
  given: Partial<Record<RetentionKind, number | null | undefined>>,
): Promise<void> {
  await app.transaction(async (tx) => {
    for (const kind of retentionKinds) {
      const days = given[kind]
      if (days === null) await tx.db.deleteFrom('retention_settings').where('kind', '=', kind).execute()
      if (days === null || days === undefined) continue
      const row = { kind, days, changed_at: tx.now() }
      await tx.db
        .insertInto('retention_settings')
        .values(row)
        .onConflict((on) => on.column('kind').doUpdateSet({ days, changed_at: row.changed_at }))
        .execute()
    }
    const daysOf = new Map((await listRetention(tx)).map(({ kind, days }) => [kind, days ?? 0]))
    const [searched = 0, archived = 0] = [daysOf.get('messages'), daysOf.get('message_archives')]
    // What goes into the archive would leave it in the same night.
    if (archived > 0 && archived < searched) throw new AppError('invalid_input', t('privacy.archiveShorter'))
  })
}

/**
 * Every night: removes what is kept only for a time, in small batches, and writes down how much that was. The log of
 * deliveries has a job of its own.
 */
export async function applyRetention(app: App, signal?: AbortSignal): Promise<void> {
  const daysOf = new Map((await listRetention(app)).map(({ kind, days }) => [kind, days]))
  const kinds = [
    { kind: 'messages', forget: archiveMessages },
    { kind: 'message_archives', forget: forgetArchives },
    { kind: 'webhooks', forget: forgetWebhooks },
    { kind: 'chat_files', forget: forgetChatFiles },
  ] as const
  for (const { kind, forget } of kinds) {
    const days = daysOf.get(kind) ?? 0
    if (days === 0 || signal?.aborted) continue
    try {
      const { removed, bytes } = await forget(app, new Date(app.now().getTime() - days * dayMs), signal)
      if (removed === 0) continue
      await app.db.insertInto('retention_runs').values({ kind, at: app.now(), removed, bytes }).execute()
      app.log.info({ kind, days, removed, bytes }, 'what was kept long enough was removed')
    } catch (error) {
      app.log.error(
        { err: error, kind },
        'what was kept long enough could not be removed; the next night tries again',
      )
    }
  }
  const { packed, saved } = await packWebhooks(app, new Date(app.now().getTime() - packedAfterMs), signal)
  if (packed > 0) app.log.info({ packed, saved }, 'stored webhooks were packed')
}
