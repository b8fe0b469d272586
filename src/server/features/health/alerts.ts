import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { isDatabaseOutage } from '#server/platform/database.ts'
import {
  type AlertKind,
  businessProblems,
  type Details,
  databaseProblems,
  diskProblems,
  type Problem,
} from './problems.ts'

export type Alert = { kind: AlertKind; subject: string; details: Details }

/** What may pass by itself is reported after so long. */
const holdSeconds: Record<AlertKind, number> = {
  lane_stopped: 0,
  token_dying: 0,
  token_dead: 0,
  webhook_silence: 900,
  disk_full: 0,
  database_lagging: 120,
}
/** A machine that says nothing any more has been taken away. */
const goneMinutes = 10
/** A problem that comes back sooner is not mailed again. */
const sameHours = 1

/** Problems that last and are to be reported. */
const isReported = sql<boolean>`ended_at is null and (${sql.join(
  Object.entries(holdSeconds).map(
    ([kind, seconds]) => sql`kind = ${kind} and since <= now() - ${seconds} * interval '1 second'`,
  ),
  sql` or `,
)})`

/** Keeps what is found, and ends what is not found any more, also what a clock that was ahead has noted for later. */
async function keepProblems(
  app: App,
  found: readonly Problem[],
  scope: { kinds: readonly AlertKind[]; subject?: string },
): Promise<void> {
  await app.transaction(async (tx) => {
    await sql`
      insert into alerts as a (business_id, kind, subject, details, since, seen_at)
      select business_id, kind, subject, details, now(), now()
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as f (business_id bigint, kind text, subject text, details jsonb)
      order by 1, 2, 3
      on conflict (business_id, kind, subject) do update set seen_at = excluded.seen_at, details = excluded.details,
        since = case when a.ended_at is null then least(a.since, excluded.since) else excluded.since end,
        mailed_at = case
          when a.ended_at at time zone 'UTC' < excluded.seen_at at time zone 'UTC' - ${sql.lit(sameHours)} * interval '1 hour'
          then null else a.mailed_at end,
        ended_at = null`.execute(tx.db)
    await sql`
      update alerts set ended_at = now()
      where ended_at is null and kind = any(${[...scope.kinds]}::text[]) and seen_at <> now()
        ${scope.subject === undefined ? sql`` : sql`and subject = ${scope.subject}`}`.execute(tx.db)
  })
}

/** Once a minute, in one process: problems of the businesses and of the database. */
export async function watchInstall(app: App): Promise<void> {
  await keepProblems(app, await businessProblems(app), {
    kinds: ['lane_stopped', 'token_dying', 'token_dead', 'webhook_silence'],
  })
  await keepProblems(app, await databaseProblems(app), { kinds: ['database_lagging'] })
  await sql`
    update alerts set ended_at = now() where ended_at is null and kind = 'disk_full'
      and seen_at < now() - ${goneMinutes} * interval '1 minute'`.execute(app.db)
}

/** Each process looks at the disk of its own machine. */
export async function watchDisk(app: App): Promise<void> {
  await keepProblems(app, await diskProblems(app), { kinds: ['disk_full'], subject: hostname() })
}

const lookEveryMs = 60_000

/** Looks at the disk until it is closed. */
export function openDiskWatch(app: App): { close: () => Promise<void> } {
  let looking: Promise<void> = Promise.resolve()
  const look = (): void => {
    looking = watchDisk(app).catch((error: unknown) => {
      if (!isDatabaseOutage(error)) app.log.warn({ err: error }, 'the disk could not be looked at')
    })
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}

/** What is broken for a business at present. */
export async function openAlerts(app: App, businessId: number): Promise<Alert[]> {
  const rows = await app.db
    .selectFrom('alerts')
    .select(['kind', 'subject', 'details'])
    .where('business_id', '=', businessId)
    .where(isReported)
    .orderBy('since')
    .orderBy('kind')
    .execute()
  return rows as unknown as Alert[]
}

type ToMail = { business_id: number; kind: AlertKind; subject: string }

/** What nobody was mailed about: each once. What is older than a day is not mailed late. */
export async function takeUnmailed(tx: App): Promise<ToMail[]> {
  const { rows } = await sql<ToMail>`
    update alerts set mailed_at = now()
    where mailed_at is null and ${isReported} and since > now() - interval '1 day'
    returning business_id, kind, subject`.execute(tx.db)
  return rows
}
