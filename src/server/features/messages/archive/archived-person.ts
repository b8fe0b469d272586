import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { erasedRecipient, eraseMessages } from '../model/erase-recipient.ts'
import { packPeople, unpackPeople } from './packed-people.ts'

type Piece = { first_id: number; packed: Buffer }

/** The archive of a business piece by piece. All of it has to be looked through, as it has no index of people. */
async function* piecesOf(app: App, businessId: number): AsyncGenerator<Piece> {
  for (let after = 0; ; ) {
    const piece = await app.db
      .selectFrom('message_archives')
      .select(['first_id', 'packed'])
      .where('business_id', '=', businessId)
      .where('first_id', '>', after)
      .orderBy('first_id')
      .limit(1)
      .executeTakeFirst()
    if (!piece) return
    yield piece
    after = piece.first_id
  }
}

/** How a line names an address. */
const marksOf = (addresses: readonly string[]): string[] =>
  addresses.map((address) => JSON.stringify(address))

/** The messages to these addresses that are in the archive. */
export async function archivedMessagesTo(
  app: App,
  businessId: number,
  addresses: readonly string[],
): Promise<number[]> {
  const found: number[] = []
  for await (const { packed } of piecesOf(app, businessId)) {
    const people = await unpackPeople(packed, marksOf(addresses))
    found.push(...people.flatMap((one) => (addresses.includes(one.recipient_phone) ? [one.id] : [])))
  }
  return found
}

/**
 * Takes a person out of the archive: messages to these addresses, which are erased with it, and those whose rows are
 * erased already. It may run twice, and go on after it was cut off.
 * @param onErased is given how many messages were erased, in the transaction that does it.
 */
export async function scrubArchives(
  app: App,
  businessId: number,
  addresses: readonly string[],
  onErased: (tx: App, messages: number) => Promise<void>,
): Promise<void> {
  for await (const { first_id, packed } of piecesOf(app, businessId)) {
    const gone = await goneOf(app, businessId, packed, addresses)
    if (gone.size === 0) continue
    await app.transaction(async (tx) => {
      const erased = await eraseMessages(tx, businessId, [...gone])
      if (erased > 0) await onErased(tx, erased)
      await scrub(tx, businessId, first_id, gone)
    })
  }
}

async function goneOf(app: App, businessId: number, packed: Buffer, addresses: readonly string[]) {
  const people = await unpackPeople(packed)
  const { rows: erased } = await sql<{ id: number }>`
    select id from messages where business_id = ${businessId} and id = any(${people.map(({ id }) => id)}::bigint[])
      and recipient_phone like ${sql.lit(`${erasedRecipient}%`)}`.execute(app.db)
  const ids = new Set(erased.map(({ id }) => Number(id)))
  for (const { id, recipient_phone } of people) if (addresses.includes(recipient_phone)) ids.add(id)
  return ids
}

/** Two erasures may change the same piece: it is read again under its lock. */
async function scrub(tx: App, businessId: number, firstId: number, gone: ReadonlySet<number>): Promise<void> {
  const piece = await tx.db
    .selectFrom('message_archives')
    .select('packed')
    .where('business_id', '=', businessId)
    .where('first_id', '=', firstId)
    .forUpdate()
    .executeTakeFirst()
  if (!piece) return
  const left = (await unpackPeople(piece.packed)).filter(({ id }) => !gone.has(id))
  if (left.length === 0) {
    await tx.db
      .deleteFrom('message_archives')
      .where('business_id', '=', businessId)
      .where('first_id', '=', firstId)
      .execute()
  } else {
    await tx.db
      .updateTable('message_archives')
      .set({ packed: await packPeople(left), messages: left.length })
      .where('business_id', '=', businessId)
      .where('first_id', '=', firstId)
      .execute()
  }
}
