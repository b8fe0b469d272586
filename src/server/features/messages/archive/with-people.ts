import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { archivedRecipient } from '../model/erase-recipient.ts'
import { type ArchivedPerson, unpackPeople } from './packed-people.ts'

type Line = Pick<ArchivedPerson, 'id' | 'recipient_phone'>
type Person = ArchivedPerson & { lead_name: string | null }

/**
 * Messages with what the archive has of their people, in place of what their rows have no more. A message whose month
 * was deleted from the archive stays as it is.
 * @param rows of one business, a page or a piece of an export: each piece of the archive that has one of them is read.
 */
export async function withPeople<Row extends Line>(
  app: App,
  businessId: number,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.flatMap(({ id, recipient_phone }) =>
    recipient_phone.startsWith(archivedRecipient) ? [id] : [],
  )
  if (ids.length === 0) return [...rows]
  const people = await peopleOf(app, businessId, ids)
  return rows.map((row) => {
    const person = people.get(row.id)
    if (!person) return row
    const kept = Object.entries(person).filter(([field]) => field in row)
    return { ...row, ...(Object.fromEntries(kept) as Partial<Row>) }
  })
}

async function peopleOf(app: App, businessId: number, ids: readonly number[]): Promise<Map<number, Person>> {
  const { rows: pieces } = await sql<{ packed: Buffer }>`
    select a.packed from message_archives a where a.business_id = ${businessId} and a.first_id in (
      select p.first_id from unnest(${ids}::bigint[]) m (id)
      join message_archives p on p.business_id = ${businessId} and m.id between p.first_id and p.last_id)`.execute(
    app.db,
  )
  const wanted = new Set(ids)
  const found: ArchivedPerson[] = []
  for (const { packed } of pieces)
    found.push(...(await unpackPeople(packed)).filter(({ id }) => wanted.has(id)))
  const names = await namesOf(app, businessId, found)
  return new Map(
    found.map((one) => [
      one.id,
      { ...one, lead_name: one.lead_id === null ? null : (names.get(one.lead_id) ?? null) },
    ]),
  )
}

/** As they are now, as in the logs. */
async function namesOf(app: App, businessId: number, people: readonly ArchivedPerson[]) {
  const ids = [...new Set(people.flatMap(({ lead_id }) => lead_id ?? []))]
  const leads = await app.db
    .selectFrom('leads')
    .select(['id', 'name'])
    .where('business_id', '=', businessId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  return new Map(leads.map(({ id, name }) => [id, name]))
}

const pieceRows = 1000

/** The same for rows that come one by one, piece by piece. */
export async function* eachWithPeople<Row extends Line>(
  app: App,
  businessId: number,
  rows: AsyncIterable<Row>,
): AsyncGenerator<Row> {
  let piece: Row[] = []
  for await (const row of rows) {
    piece.push(row)
    if (piece.length < pieceRows) continue
    yield* await withPeople(app, businessId, piece)
    piece = []
  }
  yield* await withPeople(app, businessId, piece)
}
