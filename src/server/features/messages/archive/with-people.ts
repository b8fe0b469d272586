import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { archivedRecipient } from '../model/erase-recipient.ts'
import { type ArchivedPerson, unpackPeople } from './packed-people.ts'

type Line = Pick<ArchivedPerson, 'id' | 'recipient_phone'>

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

async function peopleOf(
  app: App,
  businessId: number,
  ids: readonly number[],
): Promise<Map<number, ArchivedPerson>> {
  const { rows: pieces } = await sql<{ packed: Buffer }>`
    select a.packed from message_archives a where a.business_id = ${businessId} and a.first_id in (
      select p.first_id from unnest(${ids}::bigint[]) m (id)
      join message_archives p on p.business_id = ${businessId} and m.id between p.first_id and p.last_id)`.execute(
    app.db,
  )
  const wanted = new Set(ids)
  const found = new Map<number, ArchivedPerson>()
  for (const { packed } of pieces)
    for (const one of await unpackPeople(packed)) if (wanted.has(one.id)) found.set(one.id, one)
  return found
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
