import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Longer than one request of a batch takes; each batch extends it. */
const claimMs = 150_000

export type Run = {
  business_id: number
  account_id: number
  claim: string
  due_at: Date
  failures: number
}

/** Takes an account's figures for one process; undefined: another one has them. */
export async function claimRun(app: App, businessId: number, accountId: number): Promise<Run | undefined> {
  const now = app.now()
  const until = new Date(now.getTime() + claimMs)
  const { rows } = await sql<Run>`
    insert into social_insight_runs as r (business_id, account_id, claim, claimed_until, due_at)
    select a.business_id, a.id, gen_random_uuid(), ${until}, ${now} from social_accounts a
      where a.business_id = ${businessId} and a.id = ${accountId} and a.status <> 'disconnected'
    on conflict (business_id, account_id) do update set claim = excluded.claim, claimed_until = excluded.claimed_until
      where r.claimed_until is null or r.claimed_until <= excluded.due_at
    returning business_id, account_id, claim, due_at, failures`.execute(app.db)
  return rows[0]
}

/** Extends the claim inside the transaction that stores; false: it was lost, and nothing is stored. */
export async function keepRun(tx: App, run: Run): Promise<boolean> {
  const kept = await tx.db
    .updateTable('social_insight_runs')
    .set({ claimed_until: new Date(tx.now().getTime() + claimMs) })
    .where('business_id', '=', run.business_id)
    .where('account_id', '=', run.account_id)
    .where('claim', '=', run.claim)
    .returning('account_id')
    .executeTakeFirst()
  return kept !== undefined
}

export type RunEnd = {
  problem: 'unreachable' | 'rate_limited' | 'reconnect' | null
  /** What is still due waits until then. */
  waitUntil?: Date
}

/** Gives the account back, with what came of it. What is still due may wait. */
export async function endRun(app: App, run: Run, { problem, waitUntil }: RunEnd): Promise<void> {
  const now = app.now()
  await app.transaction(async (tx) => {
    if (!(await keepRun(tx, run))) return
    if (waitUntil) {
      await tx.db
        .updateTable('social_publications')
        .set({ insights_due_at: waitUntil })
        .where('business_id', '=', run.business_id)
        .where('account_id', '=', run.account_id)
        .where('state', '=', 'posted')
        .where('insights_due_at', '<=', now)
        .execute()
    }
    await sql`
      update social_insight_runs set claim = null, claimed_until = null, finished_at = ${now}, problem = ${problem},
        waits_until = ${waitUntil ?? null}::timestamptz,
        failures = ${problem === null ? 0 : run.failures + 1},
        due_at = case when due_at <= ${now} then coalesce(${waitUntil ?? null}::timestamptz, due_at) else due_at end
      where business_id = ${run.business_id} and account_id = ${run.account_id} and claim = ${run.claim}`.execute(
      tx.db,
    )
  })
}
