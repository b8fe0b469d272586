import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** What came in: the bytes as they were signed, and which form of the signature matched. */
export type Arrival = { body: Buffer; signatureForm: 'raw' | 'escaped' }

export type Intake = {
  /** Resolves with the id of the stored webhook once it is on disk. Rejects when it could not be stored. */
  store: (arrival: Arrival) => Promise<number>
}

/** More in one insert costs latency without gaining throughput. */
const largestGroup = 500
/** Under load a group waits this long for company; alone it does not wait at all. */
const gatherMs = 4

type Waiting = Arrival & { done: (id: number) => void; fail: (error: unknown) => void }

/**
 * Stores webhooks by group commit: while one insert is under way the next group gathers, so that thousands
 * of requests a second share a few dozen commits, and each still is durable before it is answered.
 */
export function createIntake(app: App, stored: () => void): Intake {
  let waiting: Waiting[] = []
  let writing = false

  const write = async (): Promise<void> => {
    writing = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, largestGroup)
      waiting = waiting.slice(largestGroup)
      try {
        const ids = await insert(app, group)
        group.forEach(({ done }, index) => {
          done(ids[index]!)
        })
        stored()
      } catch (error) {
        for (const { fail } of group) fail(error)
      }
      if (waiting.length > 1 && waiting.length < largestGroup)
        await new Promise((resolve) => setTimeout(resolve, gatherMs))
    }
    writing = false
  }

  return {
    store: (arrival) =>
      new Promise((done, fail) => {
        waiting.push({ ...arrival, done, fail })
        // The first of a group waits for the end of this turn of the event loop, where its company arrives.
        if (!writing) {
          writing = true
          setImmediate(() => void write())
        }
      }),
  }
}

async function insert(app: App, group: readonly Waiting[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_events (body, signature_form)
    select body, form from unnest(
      ${group.map(({ body }) => body)}::bytea[],
      ${group.map(({ signatureForm }) => signatureForm)}::text[]
    ) with ordinality as arrived (body, form, nr)
    order by nr
    returning id`.execute(app.db)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}
