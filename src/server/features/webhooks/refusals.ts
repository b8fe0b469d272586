import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Why a delivery was refused. */
export type Refusal = 'missing_signature' | 'wrong_signature'

/** However many are refused, they are written no more often than this. */
const writeEveryMs = 1000

/**
 * Counts deliveries that are refused, for the doctor: how many, and when the last one came. Anybody can send such a
 * delivery, so nothing is done for a single one, nothing of it is kept, and no process writes more than once a second.
 */
export function createRefusals(app: App): (reason: Refusal) => void {
  let counts = new Map<Refusal, number>()
  let timer: NodeJS.Timeout | undefined
  let wroteAt = Number.NEGATIVE_INFINITY

  const write = async (): Promise<void> => {
    const noted = counts
    counts = new Map()
    wroteAt = performance.now()
    try {
      await sql`
        insert into webhook_refusals as known (reason, count, last_at)
        select reason, count, now() from unnest(
          ${[...noted.keys()]}::text[], ${[...noted.values()]}::bigint[]
        ) as noted (reason, count)
        on conflict (reason) do update set count = known.count + excluded.count, last_at = excluded.last_at`.execute(
        app.db,
      )
    } catch (error) {
      app.log.warn({ err: error }, 'refused webhooks could not be counted')
    }
  }

  return (reason) => {
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
    if (timer) return
    timer = setTimeout(
      () => {
        timer = undefined
        void write()
      },
      Math.max(0, wroteAt + writeEveryMs - performance.now()),
    )
    timer.unref()
  }
}
