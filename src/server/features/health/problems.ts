import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { operatorBusinessId } from '#server/features/accounts/accounts.ts'
import { diskSpace, isNearlyFull } from '#server/platform/observe/disk.ts'
import { type Figures, readFigures, stuckSeconds } from './figures.ts'

export type AlertKind =
  | 'lane_stopped'
  | 'token_dying'
  | 'token_dead'
  | 'webhook_silence'
  | 'disk_full'
  | 'database_lagging'

/** What the sentence of an alert names. */
export type Details = {
  number?: string
  account?: string
  /** Another notice in the product says the same, with its own fix. */
  isNotice?: boolean
  machine?: string
  freeGb?: number
  seconds?: number
}

export type Problem = { business_id: number; kind: AlertKind; subject: string; details: Details }

/** What the notices of an account begin to warn of as well. */
const tokenDays = 7
/** Reports arrive within seconds. */
const silentMinutes = 30

/** Numbers, accounts and reports of all businesses: statements over open campaigns, numbers and accounts. */
export async function businessProblems(app: App): Promise<Problem[]> {
  const { rows } = await sql<Problem>`
    with open as (
      select business_id, phone_number_id, min(opened_at) filter (where state = 'open') as opened_at,
        coalesce(sum(last_id - cursor_id) filter (where state = 'open' and last_id > cursor_id), 0) as waiting
      from dispatches where drained_at is null group by business_id, phone_number_id
    ),
    sent as materialized (
      select business_id, max(progressed_at) as sent_at from lanes
      where progressed_at > now() - interval '1 day' group by business_id
    )
    select o.business_id, 'lane_stopped' as kind, o.phone_number_id as subject,
      jsonb_build_object('number', n.display_phone_number, 'isNotice', a.blocked_at is not null) as details
    from open o
    join phone_numbers n on n.business_id = o.business_id and n.phone_number_id = o.phone_number_id
    join whatsapp_accounts a on a.business_id = n.business_id and a.waba_id = n.waba_id
    left join lanes l on l.business_id = o.business_id and l.phone_number_id = o.phone_number_id
    where n.disconnected_at is null and a.status = 'connected' and (
      a.blocked_at is not null
      or l.paused_until = 'infinity'
      or (o.waiting > 0 and coalesce(l.paused_until < now(), true) and coalesce(l.limited_until < now(), true)
        and greatest(o.opened_at, l.progressed_at, nullif(l.paused_until, 'infinity'), l.limited_until)
          < now() - ${stuckSeconds} * interval '1 second'))
    union all
    select business_id, case status when 'reconnect' then 'token_dead' else 'token_dying' end, waba_id,
      jsonb_build_object('account', name, 'isNotice', true)
    from whatsapp_accounts
    where not for_test_phone and (status = 'reconnect'
      or (status = 'connected' and token_expires_at < now() + ${tokenDays} * interval '1 day'))
    union all
    select l.business_id, 'webhook_silence', '', '{}'::jsonb
    from sent l
    left join lateral (
      select received_at from webhook_events e
      where e.business_id = l.business_id and e.signature_form <> 'test' order by id desc limit 1
    ) e on true
    where coalesce(e.received_at < l.sent_at and e.received_at < now() - ${silentMinutes} * interval '1 minute', true)`.execute(
    app.db,
  )
  return rows
}

/** A standby, a statement or the applying of webhooks that is so late is noticed by people. */
const lateStandbySeconds = 30
const lateStatementMs = 1_000
const lateWebhooksSeconds = 300

/** How late the database is, in seconds; 0 while it is not. */
export function latenessOf({ databaseMs, standbyLagSeconds, webhookLagSeconds }: Figures): number {
  return Math.max(
    (standbyLagSeconds ?? 0) > lateStandbySeconds ? (standbyLagSeconds ?? 0) : 0,
    databaseMs > lateStatementMs ? databaseMs / 1000 : 0,
    webhookLagSeconds > lateWebhooksSeconds ? webhookLagSeconds : 0,
  )
}

/** Of the database, for the operator's business. */
export async function databaseProblems(app: App): Promise<Problem[]> {
  const business_id = await operatorBusinessId(app)
  const late = latenessOf(await readFigures(app))
  if (business_id === undefined || late === 0) return []
  return [
    {
      business_id,
      kind: 'database_lagging',
      subject: '',
      details: { seconds: Math.max(1, Math.round(late)) },
    },
  ]
}

/** Of the disk of this machine, for the operator's business. */
export async function diskProblems(app: App): Promise<Problem[]> {
  const space = await diskSpace(app.settings.dataDir)
  if (!isNearlyFull(space)) return []
  const business_id = await operatorBusinessId(app)
  if (business_id === undefined) return []
  const machine = hostname()
  const freeGb = Math.round((space.freeBytes / 1024 ** 3) * 10) / 10
  return [{ business_id, kind: 'disk_full', subject: machine, details: { machine, freeGb } }]
}
