import { packPeople } from '#server/features/messages/archive/packed-people.ts'
import type { Person, TestServer } from '../server.ts'

/** Phones of the leads: the same people are customers of every business, so that a look-up by phone alone is seen. */
export const sharedPhones = ['+919811100001', '+919811100002', '+919811100003', '+919811100004']

/** People who agreed, the same for every business, with all that is kept beside a lead. */
export async function addLeads(server: TestServer, businessId: number, word: string): Promise<number[]> {
  const rows = await server.app.db
    .insertInto('leads')
    .values(
      sharedPhones.map((phone, index) => ({
        business_id: businessId,
        name: `${word} customer ${index}`,
        phone,
        email: `${word.toLowerCase()}${index}@example.com`,
        tags: [`${word} tag`, 'shared tag'],
        attributes: JSON.stringify({ city: `${word} city` }),
        consent: 'opted_in',
        consent_at: new Date(),
        consent_source: `${word} till`,
      })),
    )
    .returning('id')
    .execute()
  for (const tag of [`${word} tag`, 'shared tag']) {
    await server.app.db.insertInto('lead_tags').values({ business_id: businessId, tag }).execute()
  }
  await server.app.db
    .insertInto('consent_changes')
    .values({
      business_id: businessId,
      lead_id: rows[0]!.id,
      phone: sharedPhones[0]!,
      consent: 'opted_in',
      source: 'manual',
      details: `${word} till`,
    })
    .execute()
  await server.app.db
    .insertInto('suppressions')
    .values({
      business_id: businessId,
      address: `+9198222${businessId.toString().padStart(5, '0')}`,
      reason: 'manual',
      details: `no more ${word}`,
    })
    .execute()
  await server.app.db
    .insertInto('person_addresses')
    .values(
      [`+9198222${businessId.toString().padStart(5, '0')}`, `IN.98222${businessId}`].map((address) => ({
        business_id: businessId,
        address,
        person_id: businessId,
      })),
    )
    .execute()
  await server.app.db
    .insertInto('lead_replies')
    .values({
      business_id: businessId,
      lead_id: rows[0]!.id,
      address: sharedPhones[0]!,
      kind: 'text',
      text: `${word} question`,
      at: new Date(),
    })
    .execute()
  await server.app.db
    .insertInto('consent_questions')
    .values({
      business_id: businessId,
      address: sharedPhones[0]!,
      about: 'stop',
      reply: `${word} maybe`,
      language: 'en',
      state: 'closed',
      said_at: new Date(),
    })
    .execute()
  await server.app.db
    .insertInto('lead_tag_aliases')
    .values({ business_id: businessId, alias: `${word} old`, tag: `${word} tag` })
    .execute()
  await server.app.db.insertInto('lead_tag_checks').values({ business_id: businessId }).execute()
  await server.app.db.insertInto('lead_search_businesses').values({ business_id: businessId }).execute()
  await server.app.db
    .insertInto('lead_search')
    .values({ business_id: businessId, lead_id: rows[0]!.id, words: `${word.toLowerCase()} customer 0` })
    .execute()
  return rows.map(({ id }) => id)
}

/** Another person was erased before. */
export async function addErasure(server: TestServer, { businessId, userId }: Person): Promise<void> {
  const at = new Date()
  await server.app.db
    .insertInto('erasures')
    .values({
      business_id: businessId,
      user_id: userId,
      status: 'done',
      started_at: at,
      progressed_at: at,
      finished_at: at,
    })
    .execute()
  await server.app.db
    .insertInto('erased_addresses')
    .values({ business_id: businessId, hash: Buffer.from('somebody else'), at })
    .execute()
  await server.app.db
    .insertInto('business_deletions')
    .values({ business_id: businessId, asked_by: userId, asked_at: at, due_at: at, taken_back_at: at })
    .execute()
}

/** A month of the archive: one message of the business, to another person. */
export async function addArchivedMonth(
  server: TestServer,
  business_id: number,
  { message, word }: { message: number; word: string },
): Promise<void> {
  const person = { id: message, recipient_phone: '+919812300099', variables: [word] }
  await server.app.db
    .insertInto('message_archives')
    .values({
      business_id,
      first_id: message,
      last_id: message,
      month: '2020-01-01',
      messages: 1,
      packed: await packPeople([{ ...person, wamid: null, error_details: null }]),
      packed_at: new Date(),
    })
    .execute()
  await server.app.db
    .insertInto('message_archive_cursors')
    .values({ business_id, next_id: message + 1 })
    .execute()
}

/** A change of many leads that can be undone; answers its id. */
export async function addBulkChange(
  server: TestServer,
  businessId: number,
  word: string,
  lead: number,
): Promise<number> {
  const { id: change_id } = await server.app.db
    .insertInto('lead_bulk_changes')
    .values({
      business_id: businessId,
      action: 'untag',
      tag: `${word} tag`,
      audience: JSON.stringify({ lead_ids: [lead] }),
      status: 'done',
      leads: 1,
      last_id: lead,
      applied_at: new Date(),
      progressed_at: new Date(),
      undo_until: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.app.db
    .insertInto('lead_bulk_snapshots')
    .values({
      business_id: businessId,
      change_id,
      lead_id: lead,
      before: JSON.stringify([`${word} tag`]),
    })
    .execute()
  return change_id
}
