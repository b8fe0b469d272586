import { sql } from 'kysely'
import { holdDispatch } from '#server/features/messages/messages.ts'
import { openBench } from '../open-bench.ts'

export type PauseFigures = {
  perSecond: number
  /** From the commit of the pause to the last message that the provider took. */
  lastTakenAfterMs: number
  /** Taken after the commit: what was under way, and what was claimed already. */
  takenAfter: number
}

/** Pausing a campaign at full speed. */
export async function benchPause(): Promise<PauseFigures> {
  const bench = await openBench({ throughput: 1000 })
  const { app, businessId } = bench
  try {
    await bench.work()
    const campaign = await bench.plan(20_000)
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    await app.transaction((tx) =>
      holdDispatch(tx, businessId, campaign, { code: 'paused', reason: 'Paused.' }),
    )
    const pausedAt = Date.now()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const { rows } = await sql<{ last: Date; first: Date; taken: number; before: number }>`
      select max(accepted_at) as last, min(accepted_at) as first,
        count(*) filter (where accepted_at > ${new Date(pausedAt)})::int as taken,
        count(*) filter (where accepted_at <= ${new Date(pausedAt)})::int as before
      from messages where accepted_at is not null`.execute(app.db)
    const { last, first, taken, before } = rows[0]!
    return {
      perSecond: before / ((pausedAt - first.getTime()) / 1000),
      lastTakenAfterMs: Math.max(0, last.getTime() - pausedAt),
      takenAfter: taken,
    }
  } finally {
    await bench.close()
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchPause())}\n`)
