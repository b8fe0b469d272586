import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { findWait } from '#server/features/messages/messages.ts'
import { type StoredText, storedClock, textOf } from '#server/stored-text/stored-text.ts'
import { record } from '../model/history.ts'

/** Waits shorter than this say no time: they are over before it is read. */
const worthATimeMs = 30_000

/** A wait for the same that comes back within this is not told again. */
const sameWaitMs = 10 * 60_000

type Wait = { code: string; reason: StoredText; until: string | null }

/** A number waits and goes on by itself: every campaign that runs on it keeps why, and until when. */
export async function recordWait(
  app: App,
  wait: Wait & { business_id: number; phone_number_id: string },
): Promise<void> {
  await app.transaction(async (tx) => {
    const running = await tx.db
      .selectFrom('campaigns')
      .select(['id', 'timezone'])
      .where('business_id', '=', wait.business_id)
      .where('phone_number_id', '=', wait.phone_number_id)
      .where('status', '=', 'Running')
      .execute()
    for (const { id, timezone } of running) await note(tx, wait.business_id, id, timezone, wait)
  })
}

/**
 * A campaign begins while its number waits already: its history says so from the start. The number's row is held until
 * the start commits, so that a wait which begins meanwhile finds the campaign running.
 */
export async function recordWaitAtStart(
  tx: App,
  campaign: { business_id: number; id: number; phone_number_id: string; timezone: string },
): Promise<void> {
  const { business_id, phone_number_id } = campaign
  await sql`select from lanes where business_id = ${business_id} and phone_number_id = ${phone_number_id} for share`.execute(
    tx.db,
  )
  const wait = await findWait(tx, business_id, phone_number_id)
  if (wait) await note(tx, business_id, campaign.id, campaign.timezone, wait)
}

async function note(tx: App, businessId: number, id: number, timezone: string, wait: Wait): Promise<void> {
  const until = wait.until === null ? null : new Date(wait.until)
  const saysWhen = until && until.getTime() - tx.now().getTime() >= worthATimeMs
  const text = saysWhen
    ? [wait.reason, textOf('campaigns.event.until', { date: storedClock(timezone).start(until) })]
    : wait.reason
  // A number that alternates between two waits would fill the history with both.
  const known = await tx.db
    .selectFrom('campaign_events')
    .select('id')
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', id)
    .where('kind', '=', 'waited')
    .where('at', '>', new Date(tx.now().getTime() - sameWaitMs))
    .where('code', '=', wait.code)
    .executeTakeFirst()
  if (known) return
  await record(tx, businessId, id, { kind: 'waited', text, code: wait.code })
}
