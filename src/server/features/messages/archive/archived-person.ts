import type { App } from '#server/app.ts'
import { type ArchivedPerson, packPeople, unpackPeople } from './packed-people.ts'

/** Who is looked for: by any address that they have or had, and as these leads. */
type Person = { addresses: readonly string[]; leadIds: readonly number[] }

const isOf = ({ addresses, leadIds }: Person, { recipient_phone, lead_id }: ArchivedPerson): boolean =>
  addresses.includes(recipient_phone) || (lead_id !== null && leadIds.includes(lead_id))

/** How a line names them; `isOf` says whether it does. */
const marksOf = ({ addresses, leadIds }: Person): string[] => [
  ...addresses.map((address) => JSON.stringify(address)),
  ...leadIds.map((id) => `,${id},`),
]

type Found = { first_id: number; theirs: ArchivedPerson[] }

/** Where the archive names a person. All of it has to be looked through, as it has no index of people. */
async function* findIn(app: App, businessId: number, person: Person): AsyncGenerator<Found> {
  const marks = marksOf(person)
  for (let after = 0; ; ) {
    const chunk = await app.db
      .selectFrom('message_archives')
      .select(['first_id', 'packed'])
      .where('business_id', '=', businessId)
      .where('first_id', '>', after)
      .orderBy('first_id')
      .limit(1)
      .executeTakeFirst()
    if (!chunk) return
    const theirs = (await unpackPeople(chunk.packed, marks)).filter((one) => isOf(person, one))
    if (theirs.length > 0) yield { first_id: chunk.first_id, theirs }
    after = chunk.first_id
  }
}

/** What the archive has of a person, by the id of each message. */
export async function archivedMessagesOf(
  app: App,
  businessId: number,
  person: Person,
): Promise<Map<number, ArchivedPerson>> {
  const found = new Map<number, ArchivedPerson>()
  for await (const { theirs } of findIn(app, businessId, person))
    for (const one of theirs) found.set(one.id, one)
  return found
}

/**
 * Takes a person out of the archive. It may run twice, and go on after it was cut off.
 * @param onScrubbed is told of each piece in the transaction that changes it.
 */
export async function scrubArchives(
  app: App,
  businessId: number,
  person: Person,
  onScrubbed: (tx: App, messages: number) => Promise<void>,
): Promise<void> {
  for await (const { first_id } of findIn(app, businessId, person)) {
    await app.transaction(async (tx) => {
      const scrubbed = await scrub(tx, businessId, first_id, person)
      if (scrubbed > 0) await onScrubbed(tx, scrubbed)
    })
  }
}

/** Two erasures may change the same piece: it is read again under its lock. */
async function scrub(tx: App, businessId: number, firstId: number, person: Person): Promise<number> {
  const chunk = await tx.db
    .selectFrom('message_archives')
    .select('packed')
    .where('business_id', '=', businessId)
    .where('first_id', '=', firstId)
    .forUpdate()
    .executeTakeFirst()
  if (!chunk) return 0
  const people = await unpackPeople(chunk.packed)
  const left = people.filter((one) => !isOf(person, one))
  if (left.length === people.length) return 0
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
  return people.length - left.length
}
