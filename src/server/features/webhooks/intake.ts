import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import type { Owners } from '#server/features/onboarding/onboarding.ts'
import { eventOwner, onlyOwnerOf, ownersOf } from './payload/owners.ts'
import { type Reading, readBody } from './payload/reading.ts'
import { type Queued, queuedIn } from './queue/partitions.ts'
import { testSignature } from './test-signature.ts'
import { withWeek } from './weeks/weeks.ts'

/**
 * What came in: the bytes as they were signed, and which form of the signature matched. `tester` is the business that
 * sent it to itself: it vouches neither for the provider nor for the app secret.
 */
type Arrival = { body: Buffer; signatureForm: 'raw' | 'escaped'; tester?: number | undefined }

type Intake = {
  /** Resolves with the id of the stored webhook once it is on disk. Rejects when it could not be stored. */
  store: (arrival: Arrival) => Promise<number>
}

/** More in one insert costs latency without gaining throughput. */
const largestGroup = 500
/** Under load a group waits for company until it is of some size, or for so long; alone it does not wait at all. */
const goodGroup = 50
const gatherMs = 25
const gatherStepMs = 5

type Waiting = Arrival & { done: (id: number) => void; fail: (error: unknown) => void }

/**
 * Stores webhooks by group commit: while one insert is under way the next group gathers, so that thousands
 * of requests a second share a few dozen commits, and each still is durable before it is answered.
 */
export function createIntake(app: App, stored: (partitions: Iterable<number>) => void): Intake {
  let waiting: Waiting[] = []
  let writing = false
  const findOwners = rememberOwners(app)

  const write = async (): Promise<void> => {
    writing = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, largestGroup)
      waiting = waiting.slice(largestGroup)
      try {
        const read = group.map(({ body }) => readBody(body))
        const queued = read.map(({ events }) => queuedIn(events))
        const ids = await withWeek(app, () => insert(app, findOwners, group, read, queued))
        group.forEach(({ done }, index) => {
          done(ids[index]!)
        })
        stored(queued.flat().map(({ partition }) => partition))
      } catch (error) {
        for (const { fail } of group) fail(error)
      }
      if (waiting.length > 1) await gather()
    }
    writing = false
  }

  const gather = async (): Promise<void> => {
    for (let ms = 0; ms < gatherMs && waiting.length < goodGroup; ms += gatherStepMs)
      await pause(gatherStepMs)
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

/**
 * Writes a group and puts it into the queue of what is to be applied, in one statement and so in one commit. What
 * each says and whose it is stands beside it from the start: the row is never written again.
 */
async function insert(
  app: App,
  findOwners: FindOwners,
  group: readonly Waiting[],
  read: readonly Reading[],
  queued: readonly Queued[][],
): Promise<number[]> {
  const owners = await findOwners(read)
  // All bodies as one value: an array of them would be written out in hexadecimal, each byte as two letters.
  const bodies = Buffer.concat(group.map(({ body }) => body))
  let end = 0
  const starts = group.map(({ body }) => {
    end += body.length
    return end - body.length + 1
  })
  const { rows } = await sql<{ id: number }>`
    with stored as (
      insert into webhook_events (body, signature_form, fields, problem, business_id)
      select substring(${bodies}::bytea from start for length), form, string_to_array(fields, ','), problem, business_id
      from unnest(
        ${starts}::int[], ${group.map(({ body }) => body.length)}::int[],
        ${group.map(({ signatureForm, tester }) => (tester === undefined ? signatureForm : testSignature))}::text[],
        ${read.map(({ fields }) => fields.join(','))}::text[],
        ${read.map(({ problem }) => problem)}::text[],
        ${read.map(({ events }, nr) => group[nr]?.tester ?? onlyOwnerOf(owners, events))}::bigint[]
      ) with ordinality as arrived (start, length, form, fields, problem, business_id, nr)
      order by nr
      returning id
    ), queued as (
      insert into webhook_queue (id, partition, is_report)
      select s.id, q.partition, q.is_report from (select id, row_number() over (order by id) as nr from stored) s
      join unnest(
        ${queued.flatMap((each, nr) => each.map(() => nr + 1))}::int[],
        ${queued.flat().map(({ partition }) => partition)}::smallint[],
        ${queued.flat().map(({ isReport }) => isReport)}::boolean[]
      ) as q (nr, partition, is_report) on q.nr = s.nr
    )
    select id from stored`.execute(app.db)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** An account that is connected is known for this long without asking again. */
const knownForMs = 5000

type FindOwners = (read: readonly Reading[]) => Promise<Owners>

/** The owners of what a group names; asked of the database only when it names something new. */
function rememberOwners(app: App): FindOwners {
  let known: { owners: Owners; until: number } | undefined
  return async (read) => {
    const events = read.flatMap(({ events }) => events)
    const fresh = known && performance.now() < known.until ? known.owners : undefined
    if (fresh && events.every((event) => eventOwner(fresh, event).businessId !== undefined)) return fresh
    const owners = await ownersOf(app, events)
    known = { owners, until: performance.now() + knownForMs }
    return owners
  }
}
