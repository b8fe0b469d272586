import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { DirectoryError } from '#server/providers/directories/directory-http.ts'
import {
  askNominatim,
  type FoundPlace,
  type NominatimQuery,
  nominatimAddress,
  readPlaces,
} from '#server/providers/directories/nominatim.ts'
import {
  askOverpass,
  type OsmElement,
  overpassQuery,
  readElements,
  type What,
  type Where,
} from '#server/providers/directories/overpass.ts'

/** Nominatim allows one request a second over the whole install; a tenth more for the way there. */
const secondsBetween = 1.1
/** A search that would wait longer is told to come back. */
const longestWaitSeconds = 45
const keptDays = 30
/** A server that is busy for longer is left alone, and the person is told. */
const shortBusySeconds = 10

/** The places of a name. Kept for 30 days, as the directory asks. */
export async function findPlaces(
  app: App,
  query: NominatimQuery,
  signal?: AbortSignal,
): Promise<FoundPlace[]> {
  const address = nominatimAddress(app.settings.directories.nominatimUrl, query)
  const ask = async () => {
    await takeTurn(app, app.settings.directories.nominatimUrl, signal)
    return await askNominatim(address, { userAgent: userAgent(app), signal })
  }
  const answer = await remembered(app, address, () => askWithRetries(ask, signal))
  return readPlaces(answer)
}

/** The businesses of a kind in a place. Kept for 30 days. */
export async function listBusinesses(
  app: App,
  what: What,
  where: Where,
  signal?: AbortSignal,
): Promise<OsmElement[]> {
  const base = app.settings.directories.overpassUrl
  const query = overpassQuery(what, where)
  const ask = async () => {
    await takeTurn(app, base, signal)
    return await askOverpass(base, query, { userAgent: userAgent(app), signal })
  }
  const answer = await remembered(app, `${base} ${query}`, () => askWithRetries(ask, signal))
  return readElements(answer)
}

/** Asks once more where the server is busy for moments only: requests a second apart may reach it closer together. */
async function askWithRetries(ask: () => Promise<unknown>, signal?: AbortSignal): Promise<unknown> {
  try {
    return await ask()
  } catch (error) {
    const busy =
      error instanceof DirectoryError && error.fault === 'busy' ? error.retryAfterSeconds : undefined
    if (busy === undefined || busy > shortBusySeconds) throw error
    await wait(busy * 1000, undefined, { signal })
    return await ask()
  }
}

/** Forgets answers that are no longer used. */
export async function forgetOldAnswers(app: App): Promise<void> {
  await app.db.deleteFrom('directory_answers').where('fetched_at', '<', oldest(app)).execute()
}

/** Who asks, and where its operator is found: both directories' rules ask for it. */
function userAgent(app: App): string {
  return `Tidings/0.1 (self-hosted; ${app.settings.publicUrl})`
}

async function remembered(app: App, question: string, ask: () => Promise<unknown>): Promise<unknown> {
  const request = createHash('sha256').update(question).digest('hex')
  const known = await app.db
    .selectFrom('directory_answers')
    .select('answer')
    .where('request', '=', request)
    .where('fetched_at', '>=', oldest(app))
    .executeTakeFirst()
  if (known) return known.answer
  const answer = await ask()
  await sql`
    insert into directory_answers (request, answer, fetched_at) values (${request}, ${JSON.stringify(answer)}::jsonb, ${app.now()})
    on conflict (request) do update set answer = excluded.answer, fetched_at = excluded.fetched_at`.execute(
    app.db,
  )
  return answer
}

function oldest(app: App): Date {
  return new Date(app.now().getTime() - keptDays * 86_400_000)
}

/** Waits for this install's next turn at a server; the turns of all processes stand in one row. */
async function takeTurn(app: App, server: string, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ wait_seconds: number }>`
    insert into directory_turns as turn (server, next_at)
    values (${server}, clock_timestamp() + make_interval(secs => ${secondsBetween}))
    on conflict (server) do update
      set next_at = greatest(turn.next_at, clock_timestamp()) + make_interval(secs => ${secondsBetween})
      where turn.next_at < clock_timestamp() + make_interval(secs => ${longestWaitSeconds})
    returning extract(epoch from next_at - clock_timestamp())::float8 - ${secondsBetween}::float8 as wait_seconds`.execute(
    app.db,
  )
  const turn = rows[0]
  if (!turn) {
    throw new AppError('rate_limited', t('leads.search.queue'), {
      retryAfterSeconds: 60,
    })
  }
  if (turn.wait_seconds > 0) await wait(turn.wait_seconds * 1000, undefined, { signal })
}
