import { sql } from 'kysely'
import type { z } from 'zod'
import type { MetaEvent, MetaEvents, metaEvents } from '#contract/analytics/meta-events.ts'
import type { App } from '#server/app.ts'
import { requireOwnPassword } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'

export const metaEventContext = (businessId: number): string => `meta_event_settings:${businessId}`

export type StopCode = 'token' | 'permission' | 'dataset' | 'unreadable'

const shown = 20

/** Whether events are sent to Meta, and what became of them. */
export async function getMetaEvents(app: App, businessId: number): Promise<MetaEvents> {
  const settings = await app.db
    .selectFrom('meta_event_settings')
    .select(['is_on', 'dataset_id', 'on_since', 'stop_code'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  const counted = await app.db
    .selectFrom('meta_events')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .where('business_id', '=', businessId)
    .groupBy('state')
    .execute()
  const of = (state: string) => counted.find((row) => row.state === state)?.count ?? 0
  const counts = {
    waiting: of('waiting'),
    sending: of('sending'),
    sent: of('sent'),
    refused: of('refused'),
    expired: of('expired'),
  }
  const stop = settings?.stop_code as StopCode | null | undefined
  return {
    on: settings?.is_on ?? false,
    dataset: settings?.dataset_id ?? null,
    has_token: settings !== undefined,
    on_since: settings?.is_on ? settings.on_since.toISOString() : null,
    stopped: stop ? t(`analytics.metaEvents.stopped.${stop}`) : null,
    counts,
    events: await newest(app, businessId),
  }
}

async function newest(app: App, businessId: number): Promise<MetaEvent[]> {
  const rows = await app.db
    .selectFrom('meta_events as e')
    .innerJoin('ad_visits as v', (join) =>
      join.onRef('v.business_id', '=', 'e.business_id').onRef('v.inbound_id', '=', 'e.inbound_id'),
    )
    .select(['e.id', 'e.event', 'e.at', 'e.state', 'e.attempts', 'e.error_code', 'e.error_title'])
    .select(sql<string>`coalesce(v.headline, v.source_id)`.as('ad'))
    .where('e.business_id', '=', businessId)
    .orderBy('e.id', 'desc')
    .limit(shown)
    .execute()
  return rows.map(({ error_code, error_title, event, state, at, ...row }) => ({
    ...row,
    event: event as MetaEvent['event'],
    state: state as MetaEvent['state'],
    at: at.toISOString(),
    why: whyOf(state, error_code, error_title),
  }))
}

function whyOf(state: string, code: number | null, title: string | null): string | null {
  if (state === 'expired') return t('analytics.metaEvents.expired')
  if (state === 'refused')
    return t('analytics.metaEvents.refused', { code: String(code ?? ''), title: title ?? '' })
  return state === 'waiting' && title ? t('analytics.metaEvents.again', { title }) : null
}

type Wanted = z.output<typeof metaEvents.save.body>

/**
 * Switches the events on or off. A saved token ends a stop: what waits is tried again.
 * @throws AppError `invalid_input` for what is missing, and for the password that a new token or dataset needs.
 */
export async function saveMetaEvents(
  app: App,
  caller: Caller,
  { on, dataset, token, current_password }: Wanted,
): Promise<MetaEvents> {
  const { businessId } = caller
  const known = await app.db
    .selectFrom('meta_event_settings')
    .select(['dataset_id', 'is_on'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  const changes = token !== undefined || (dataset !== undefined && dataset !== known?.dataset_id)
  if (!known && (!dataset || !token)) {
    const sentence = t('analytics.metaEvents.incomplete')
    throw new AppError('invalid_input', sentence, {
      fields: { ...(!dataset && { dataset: sentence }), ...(!token && { token: sentence }) },
    })
  }
  if (changes) await requireOwnPassword(app, caller, current_password)
  const now = app.now()
  const sealed = token && app.secrets.seal(token, metaEventContext(businessId))
  const common = {
    is_on: on,
    stopped_at: null,
    stop_code: null,
    ...(dataset && { dataset_id: dataset }),
    ...(sealed && { token_ciphertext: sealed.ciphertext, token_key_id: sealed.key_id }),
    ...(on && !known?.is_on && { on_since: now }),
  }
  if (known) {
    await app.db
      .updateTable('meta_event_settings')
      .set(common)
      .where('business_id', '=', businessId)
      .execute()
  } else if (dataset && sealed) {
    await app.db
      .insertInto('meta_event_settings')
      .values({
        business_id: businessId,
        is_on: on,
        dataset_id: dataset,
        token_ciphertext: sealed.ciphertext,
        token_key_id: sealed.key_id,
        on_since: now,
      })
      .onConflict((same) => same.column('business_id').doUpdateSet(common))
      .execute()
  }
  return await getMetaEvents(app, businessId)
}
