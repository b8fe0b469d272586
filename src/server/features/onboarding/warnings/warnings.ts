import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import type { WebhookEvent } from '#server/providers/meta/webhooks/webhook-events.ts'

export type WarningKind = 'disable_scheduled' | 'violation' | 'alert' | 'pin_reset'

type Details = {
  /** Meta's date of a planned ban, as it wrote it. */
  date?: string | undefined
  /** SPAM, SCAM …, or the type of an alert. */
  type?: string | undefined
  description?: string | undefined
  /** E.164 digits of the number that it is about. */
  number?: string | undefined
}

export type Warning = {
  id: number
  waba_id: string
  kind: WarningKind
  details: Details
  at: Date
}

type Change =
  | { do: 'warn'; kind: WarningKind; subject: string; details: Details }
  | { do: 'end'; kind: WarningKind; subject: string }

/** What an event means for the warnings of its account; undefined: nothing. */
function changeBy(event: WebhookEvent): Change | undefined {
  switch (event.kind) {
    case 'account_update':
      if (event.event === 'ACCOUNT_VIOLATION') {
        const type = event.violationType ?? 'UNKNOWN'
        return { do: 'warn', kind: 'violation', subject: type, details: { type } }
      }
      if (event.event !== 'DISABLED_UPDATE') return undefined
      return event.banState === 'SCHEDULE_FOR_DISABLE'
        ? { do: 'warn', kind: 'disable_scheduled', subject: '', details: { date: event.banDate } }
        : { do: 'end', kind: 'disable_scheduled', subject: '' }
    case 'account_alert': {
      const subject = `${event.type} ${event.entityId ?? ''}`.trim()
      if (event.status === 'NONE') return { do: 'end', kind: 'alert', subject }
      if (event.severity !== 'CRITICAL') return undefined
      const { type, description } = event
      return { do: 'warn', kind: 'alert', subject, details: { type, description } }
    }
    case 'security': {
      const number = event.displayPhoneNumber?.replace(/\D/g, '') ?? event.phoneNumberId ?? ''
      return event.event === 'PIN_RESET_REQUEST'
        ? { do: 'warn', kind: 'pin_reset', subject: number, details: { number } }
        : { do: 'end', kind: 'pin_reset', subject: number }
    }
    default:
      return undefined
  }
}

const isNotEndedSince = (at: Date) =>
  sql<boolean>`(account_warnings.ended_at is null or account_warnings.ended_at < ${at})`

/** Keeps what an event warns of, or ends it. Twice, late or out of order it changes nothing. */
export async function applyWarning(app: App, businessId: number, event: WebhookEvent): Promise<void> {
  const change = changeBy(event)
  if (!change || !('wabaId' in event)) return
  const at = event.at === undefined ? app.now() : new Date(event.at)
  const { kind, subject } = change
  const row = { business_id: businessId, waba_id: event.wabaId, kind, subject, at }
  const key = ['business_id', 'waba_id', 'kind', 'subject'] as const
  if (change.do === 'end') {
    // Kept also where it comes before what it ends.
    await app.db
      .insertInto('account_warnings')
      .values({ ...row, details: '{}', ended_at: at })
      .onConflict((conflict) =>
        conflict
          .columns(key)
          .doUpdateSet({ ended_at: at })
          .where('account_warnings.at', '<=', at)
          .where(isNotEndedSince(at)),
      )
      .execute()
    return
  }
  const details = JSON.stringify(change.details)
  await app.db
    .insertInto('account_warnings')
    .values({ ...row, details })
    .onConflict((conflict) =>
      conflict
        .columns(key)
        .doUpdateSet({ details, at, ended_at: null, dismissed_at: null })
        .where('account_warnings.at', '<', at)
        .where(isNotEndedSince(at)),
    )
    .execute()
}

/** The warnings of a business's connected accounts that are neither over nor dealt with, the newest first. */
export async function openWarnings(app: App, businessId: number): Promise<Warning[]> {
  const rows = await app.db
    .selectFrom('account_warnings as w')
    .innerJoin('whatsapp_accounts as a', (join) =>
      join.onRef('a.business_id', '=', 'w.business_id').onRef('a.waba_id', '=', 'w.waba_id'),
    )
    .select(['w.id', 'w.waba_id', 'w.kind', 'w.details', 'w.at'])
    .where('w.business_id', '=', businessId)
    .where('w.ended_at', 'is', null)
    .where('w.dismissed_at', 'is', null)
    .where('a.status', '<>', 'disconnected')
    .orderBy('w.at', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as WarningKind, details: row.details as Details }))
}

/** The owner has dealt with a warning. False: there is none of this id that is open. */
export async function dismissWarning(app: App, businessId: number, id: number): Promise<boolean> {
  const row = await app.db
    .updateTable('account_warnings')
    .set({ dismissed_at: app.now() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('dismissed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
