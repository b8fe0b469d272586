import { sql } from 'kysely'
import { z } from 'zod'
import { currencyDigits } from '#contract/text/formats.ts'
import type { App } from '#server/app.ts'
import { joinAddresses } from '#server/features/leads/leads.ts'
import { defineJob } from '#server/platform/jobs.ts'
import type { DatasetEventName } from '#server/providers/meta/calls/dataset-events.ts'
import { isOfClass, isUnknownObject } from '#server/providers/meta/errors/error-classes.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { metaEventContext, type StopCode } from './settings.ts'

/** Finds what people did after an ad, and sends it to Meta. */
export const metaEventsJob = defineJob('analytics.meta-events', z.object({}), { queue: { policy: 'short' } })

/** Meta takes no older events. */
const oldestDays = 7
const atOnce = 50
const [firstAgainMs, lastAgainMs] = [60_000, 6 * 3_600_000]

export async function sendMetaEvents(app: App, signal?: AbortSignal): Promise<void> {
  await planMetaEvents(app)
  await app.db
    .updateTable('meta_events')
    .set({ state: 'expired' })
    .where('state', '=', 'waiting')
    .where(sql<boolean>`at < ${app.now()}::timestamptz - make_interval(days => ${oldestDays})`)
    .execute()
  while (!signal?.aborted) {
    await followRefunds(app)
    const due = await claim(app)
    if (due.length === 0) return
    for (const event of due) await send(app, event)
  }
}

/**
 * Writes what is to be sent: each conversion and opt-in of a person within seven days of a click on an ad, since the
 * owner switched it on. Meta takes a purchase only with its amount: a sale without one is an order. An event has one id, so doing it again adds nothing.
 */
export async function planMetaEvents(app: App): Promise<void> {
  const visit = sql`
    cross join lateral (
      select a.inbound_id, a.conversation_id from ad_visits a
      where a.business_id = s.business_id and a.address = any(p.addresses) and a.click_id is not null and a.at <= h.at
        and a.at > h.at - make_interval(days => ${oldestDays})
      order by a.at desc limit 1
    ) v
    join conversations k on k.business_id = s.business_id and k.id = v.conversation_id
    join phone_numbers n on n.business_id = k.business_id and n.phone_number_id = k.phone_number_id`
  const recent = sql`h.at > ${app.now()}::timestamptz - make_interval(days => ${oldestDays})`
  await sql`
    insert into meta_events (business_id, event_id, event, inbound_id, waba_id, amount, currency, at, state, due_at)
    select s.business_id, 'tidings-' || s.business_id || '-conversion-' || h.id,
      case when h.amount is not null then 'Purchase' when h.event = 'purchase' then 'OrderCreated' else 'LeadSubmitted' end,
      v.inbound_id, n.waba_id, h.amount - h.paid_back, h.currency,
      h.at, 'waiting', ${app.now()}::timestamptz
    from meta_event_settings s
    join conversions h on h.business_id = s.business_id and h.created_at >= s.on_since and h.counts
      and coalesce(h.amount, 1) > 0 and ${recent}
    left join leads l on l.business_id = h.business_id and l.id = h.lead_id
    ${joinAddresses(sql`h.business_id`, [sql`h.address`, sql`l.phone`, sql`l.bsuid`])}
    ${visit}
    where s.is_on
    on conflict (business_id, event_id) do nothing`.execute(app.db)
  await sql`
    insert into meta_events (business_id, event_id, event, inbound_id, waba_id, at, state, due_at)
    select distinct on (v.inbound_id) s.business_id, 'tidings-' || s.business_id || '-lead-' || v.inbound_id,
      'LeadSubmitted', v.inbound_id, n.waba_id, h.at, 'waiting', ${app.now()}::timestamptz
    from meta_event_settings s
    join consent_changes h on h.business_id = s.business_id and h.at >= s.on_since and h.consent = 'opted_in'
      -- What the person said, not what was imported or typed in.
      and h.source in ('form', 'reply', 'whatsapp_preference') and ${recent}
    left join leads l on l.business_id = h.business_id and l.id = h.lead_id
    ${joinAddresses(sql`h.business_id`, [sql`h.phone`, sql`l.phone`, sql`l.bsuid`])}
    ${visit}
    where s.is_on
    order by v.inbound_id, h.at
    on conflict (business_id, event_id) do nothing`.execute(app.db)
}

/**
 * What was paid back before a purchase is first sent is no revenue for Meta either; wholly paid back, it is no purchase.
 * Afterwards Meta keeps what it had first: an event of the same id counts once.
 */
async function followRefunds(app: App): Promise<void> {
  const conversion = sql`c.business_id = e.business_id
    and c.id = nullif(split_part(e.event_id, '-conversion-', 2), '')::bigint`
  await sql`
    delete from meta_events e using conversions c
    where e.state = 'waiting' and ${conversion} and not c.counts`.execute(app.db)
  await sql`
    update meta_events e set amount = c.amount - c.paid_back from conversions c
    where e.state = 'waiting' and e.attempts = 0 and ${conversion} and c.paid_back > 0
      and e.amount <> c.amount - c.paid_back`.execute(app.db)
}

type Due = {
  business_id: number
  id: number
  event_id: string
  event: DatasetEventName
  waba_id: string
  amount: number | null
  currency: string | null
  at: Date
  attempts: number
  click_id: string
  dataset_id: string
  token_ciphertext: Buffer
  token_key_id: string
}

/** One that was claimed and not settled goes again: Meta counts an event of the same id once. */
async function claim(app: App): Promise<Due[]> {
  const { rows } = await sql<{ business_id: number; count: number }>`
    select business_id, count(*)::int as count from (
      select m.business_id from meta_events m
      join meta_event_settings s on s.business_id = m.business_id and s.is_on and s.stopped_at is null
      join ad_visits v on v.business_id = m.business_id and v.inbound_id = m.inbound_id
      where ${isDue(app)} order by m.due_at limit ${atOnce}
    ) next
    group by business_id order by business_id`.execute(app.db)
  const claimed: Due[] = []
  for (const { business_id, count } of rows) claimed.push(...(await claimOf(app, business_id, count)))
  return claimed
}

const isDue = (app: App) => sql`(m.state = 'waiting' and m.due_at <= ${app.now()}::timestamptz
  or m.state = 'sending' and m.last_at < ${app.now()}::timestamptz - interval '5 minutes')`

async function claimOf(app: App, businessId: number, most: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update meta_events e set state = 'sending', attempts = e.attempts + 1, last_at = ${app.now()}::timestamptz
    from (
      select m.id, v.click_id, s.dataset_id, s.token_ciphertext, s.token_key_id from meta_events m
      join meta_event_settings s on s.business_id = m.business_id and s.is_on and s.stopped_at is null
      join ad_visits v on v.business_id = m.business_id and v.inbound_id = m.inbound_id
      where m.business_id = ${businessId} and ${isDue(app)}
      order by m.due_at limit ${most} for update of m skip locked
    ) d
    where e.business_id = ${businessId} and e.id = d.id
    returning e.business_id, e.id, e.event_id, e.event, e.waba_id, e.amount, e.currency, e.at, e.attempts, d.click_id,
      d.dataset_id, d.token_ciphertext, d.token_key_id`.execute(app.db)
  return rows
}

async function send(app: App, due: Due): Promise<void> {
  const token = openToken(app, due)
  // One business's token must not hold up the events of others.
  if (token === undefined) return await stop(app, due, 'unreadable', { error_code: null, error_title: null })
  try {
    await app.meta.datasets.send(token, due.dataset_id, {
      name: due.event,
      eventId: due.event_id,
      at: due.at,
      wabaId: due.waba_id,
      clickId: due.click_id,
      value: due.amount === null || !due.currency ? null : due.amount / 10 ** currencyDigits(due.currency),
      currency: due.currency,
    })
    await settle(app, due, { state: 'sent', error_code: null, error_title: null })
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    await settleRefused(app, due, error)
  }
}

/** Undefined where the key that it was encrypted with is gone. */
function openToken(app: App, { business_id, token_ciphertext, token_key_id }: Due): string | undefined {
  try {
    const sealed = { ciphertext: token_ciphertext, key_id: token_key_id }
    return app.secrets.open(sealed, metaEventContext(business_id))
  } catch (error) {
    app.log.error({ err: error, businessId: business_id }, 'the token for events to Meta cannot be read')
    return undefined
  }
}

/** Nothing is lost: it goes when the settings are saved again. */
async function stop(
  app: App,
  due: Due,
  code: StopCode,
  told: Pick<Settled, 'error_code' | 'error_title'>,
): Promise<void> {
  await settle(app, due, { state: 'waiting', due_at: app.now(), ...told })
  await app.db
    .updateTable('meta_event_settings')
    .set({ stopped_at: app.now(), stop_code: code })
    .where('business_id', '=', due.business_id)
    .where('dataset_id', '=', due.dataset_id)
    .where('token_ciphertext', '=', due.token_ciphertext)
    .execute()
}

async function settleRefused(app: App, due: Due, error: MetaError): Promise<void> {
  const told = {
    error_code: error.code ?? null,
    error_title: (error.userTitle ?? error.message).slice(0, 300),
  }
  const code = stopOf(error)
  if (code) return await stop(app, due, code, told)
  if (!passes(error)) return await settle(app, due, { state: 'refused', ...told })
  const wait = Math.min(lastAgainMs, firstAgainMs * 2 ** Math.min(due.attempts - 1, 10))
  const dueAt = new Date(app.now().getTime() + Math.max(wait, error.retryAfterMs ?? 0))
  await settle(app, due, { state: 'waiting', due_at: dueAt, ...told })
}

/** What is wrong for every event of the business. */
function stopOf(error: MetaError): StopCode | undefined {
  if (isOfClass(error.code, 'deadToken')) return 'token'
  if (isUnknownObject(error)) return 'dataset'
  return isOfClass(error.code, 'lostAccess') ? 'permission' : undefined
}

/** Whether the same event may be taken later: Meta or the way to it fails, or asks to wait. */
const passes = ({ delivery, retry, httpStatus = 0 }: MetaError): boolean =>
  delivery !== 'refused' || retry || httpStatus >= 500 || httpStatus === 429

type Settled = {
  state: 'sent' | 'refused' | 'waiting'
  due_at?: Date
  error_code: number | null
  error_title: string | null
}

async function settle(app: App, { business_id, id, attempts }: Due, settled: Settled): Promise<void> {
  await app.db
    .updateTable('meta_events')
    .set(settled)
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute()
}
