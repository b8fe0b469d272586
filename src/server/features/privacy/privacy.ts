import { sql } from 'kysely'
import { z } from 'zod'
import { Erasure } from '#contract/privacy.ts'
import type { App } from '#server/app.ts'
import { eraseConversions } from '#server/features/analytics/analytics.ts'
import { forgetSearches } from '#server/features/campaigns/campaigns.ts'
import { eraseBot } from '#server/features/chatbot/chatbot.ts'
import {
  eraseConversations,
  forgetInViews,
  lockConversations,
} from '#server/features/conversations/conversations.ts'
import { eraseOptins } from '#server/features/growth/growth.ts'
import { scrubAnswers } from '#server/features/integrations/integrations.ts'
import { erasePerson, rememberErased, scrubImports } from '#server/features/leads/leads.ts'
import { eraseMessagesOfLeads, eraseRecipient, scrubArchives } from '#server/features/messages/messages.ts'
import { forgetInSegments } from '#server/features/segments/segments.ts'
import { eraseSequences } from '#server/features/sequences/sequences.ts'
import { scrubWebhooks } from '#server/features/webhooks/webhooks.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { openIfHeld } from '#server/platform/secrets.ts'
import { type JournaledErasure, journalErasure, readErasures } from './journaled-erasures.ts'

/** Looks for an erased person in what takes long: stored webhooks, and files of imports. */
export const erasureJob = defineJob(
  'privacy.erase',
  z.object({ business_id: z.number().int(), erasure_id: z.number().int() }),
  {
    queue: { heartbeatSeconds: 10, retryLimit: 20, retryDelay: 2, retryBackoff: true, expireInSeconds: 3600 },
  },
)

const Person = z.object({
  addresses: z.array(z.string()),
  emails: z.array(z.string()),
  leadIds: z.array(z.number()),
})
type Person = z.infer<typeof Person>

/** What the person of an erasure is bound to. */
export const erasureContext = (businessId: number): string => `erasures of business ${businessId}`

/**
 * Erases a person. The leads, their consent, their replies and their messages go in one transaction; a job goes on
 * with stored webhooks and files. Until it is done it keeps what it looks for, encrypted.
 * @throws AppError `not_found`: also the second time.
 */
export async function eraseLead(
  app: App,
  { businessId, userId }: { businessId: number; userId: number },
  leadId: number,
): Promise<Erasure> {
  const id = await app.transaction(async (tx) => {
    const person = await erasePerson(tx, businessId, leadId, lockConversations)
    await journalErasure(tx, { businessId, userId, addresses: person.addresses })
    const messages = await eraseRecipient(tx, businessId, person.addresses)
    await eraseOptins(tx, businessId, person)
    await eraseConversions(tx, businessId, person)
    await eraseSequences(tx, businessId, person)
    await eraseBot(tx, businessId, person.addresses)
    await eraseConversations(tx, businessId, person.addresses)
    await forgetSearches(tx, businessId, person)
    await forgetInViews(tx, businessId, person)
    await forgetInSegments(tx, businessId, person)
    const sealed = tx.secrets.seal(JSON.stringify(person satisfies Person), erasureContext(businessId))
    const { id } = await tx.db
      .insertInto('erasures')
      .values({
        business_id: businessId,
        user_id: userId,
        status: 'running',
        person_ciphertext: sealed.ciphertext,
        person_key_id: sealed.key_id,
        messages,
        started_at: tx.now(),
        progressed_at: tx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.enqueue(erasureJob, { business_id: businessId, erasure_id: id })
    return id
  })
  const [erasure] = await list(app, businessId, id)
  if (!erasure) throw new Error('the erasure that was just written is not there')
  return erasure
}

/** Erases people once more whom the database has again. Those who came back by themselves since stay. */
export async function restoreErasures(
  tx: App,
  lines: AsyncIterable<string>,
  sinceUs: number,
  lost?: Set<number>,
): Promise<void> {
  for await (const erasure of readErasures(tx, lines, sinceUs, lost)) await eraseAgain(tx, erasure)
}

async function eraseAgain(tx: App, erasure: JournaledErasure): Promise<void> {
  const { businessId, addresses, at } = erasure
  const userId = await someUser(tx, erasure)
  if (userId === undefined) return
  await rememberErased(tx, businessId, addresses, new Date(at))
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      select id from leads where business_id = ${businessId} and created_at <= ${at}::timestamptz
        and (phone = any(${addresses}::text[]) or bsuid = any(${addresses}::text[]))
      limit 1`.execute(tx.db)
    if (!rows[0]) return
    await eraseLead(tx, { businessId, userId }, rows[0].id)
  }
}

/** Who erased them, or another person of the business where the database does not know them any more. */
async function someUser(tx: App, { businessId, userId }: JournaledErasure): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from users where business_id = ${businessId} order by id = ${userId} desc, id limit 1`.execute(
    tx.db,
  )
  return rows[0]?.id
}

/** Brings an erasure to its end from wherever it is. It may run twice, at once too. */
export async function runErasure(
  app: App,
  businessId: number,
  id: number,
  signal?: AbortSignal,
): Promise<void> {
  const row = await app.db
    .selectFrom('erasures')
    .select(['person_ciphertext', 'person_key_id'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (!row?.person_ciphertext || row.person_key_id === null) return
  const sealed = { ciphertext: row.person_ciphertext, key_id: row.person_key_id }
  const text = openIfHeld(app.secrets, sealed, erasureContext(businessId))
  if (text === undefined) {
    app.log.error(
      { business: businessId, key: row.person_key_id },
      'an erasure waits for an encryption key that is gone',
    )
    return await note(app, businessId, id, { messages: 0, scrubbed: 0 })
  }
  const person = Person.parse(JSON.parse(text))
  await app.transaction(async (tx) => {
    const messages = await eraseMessagesOfLeads(tx, businessId, person.leadIds)
    await note(tx, businessId, id, { messages, scrubbed: 0 })
  })
  await scrubArchives(app, businessId, person.addresses, (tx, messages) =>
    note(tx, businessId, id, { messages, scrubbed: 0 }),
  )
  await scrubImports(app, businessId, person)
  await scrubAnswers(app, businessId, person)
  while (await scrubNext(app, businessId, { id, addresses: person.addresses })) if (signal?.aborted) return
  await app.db
    .updateTable('erasures')
    .set({
      status: 'done',
      person_ciphertext: null,
      person_key_id: null,
      finished_at: app.now(),
      progressed_at: app.now(),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

/** Does the next stored webhooks and counts them in one transaction; a second process waits for it. */
async function scrubNext(
  app: App,
  businessId: number,
  { id, addresses }: { id: number; addresses: string[] },
): Promise<boolean> {
  return await app.transaction(async (tx) => {
    const row = await tx.db
      .selectFrom('erasures')
      .select('cursor_id')
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where('status', '=', 'running')
      .forUpdate()
      .executeTakeFirst()
    if (!row) return false
    const { scrubbed, last } = await scrubWebhooks(tx, businessId, { addresses, after: row.cursor_id })
    await note(tx, businessId, id, { messages: 0, scrubbed, cursor: last })
    return last !== undefined
  })
}

async function note(
  app: App,
  businessId: number,
  id: number,
  { messages, scrubbed, cursor }: { messages: number; scrubbed: number; cursor?: number | undefined },
): Promise<void> {
  await app.db
    .updateTable('erasures')
    .set((row) => ({
      messages: row('messages', '+', messages),
      webhooks: row('webhooks', '+', scrubbed),
      progressed_at: app.now(),
      ...(cursor !== undefined && { cursor_id: cursor }),
    }))
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

/** An erasure that nothing has moved for this long has lost its process. */
const stuckAfterSeconds = 120

/** By the clock: goes on with erasures whose process died. */
export async function resumeErasures(app: App): Promise<void> {
  const stuck = await app.db
    .selectFrom('erasures')
    .select(['business_id', 'id'])
    .where('status', '=', 'running')
    .where('progressed_at', '<', new Date(app.now().getTime() - stuckAfterSeconds * 1000))
    .execute()
  for (const { business_id, id } of stuck) await app.enqueue(erasureJob, { business_id, erasure_id: id })
}

/** The last erasures of a business. */
export async function listErasures(app: App, businessId: number): Promise<Erasure[]> {
  return await list(app, businessId)
}

async function list(app: App, businessId: number, id?: number): Promise<Erasure[]> {
  const rows = await app.db
    .selectFrom('erasures as e')
    .innerJoin('users as u', (join) =>
      join.onRef('u.business_id', '=', 'e.business_id').onRef('u.id', '=', 'e.user_id'),
    )
    .select(['e.id', 'e.status', 'u.name as by', 'e.started_at', 'e.finished_at', 'e.messages', 'e.webhooks'])
    .where('e.business_id', '=', businessId)
    .$if(id !== undefined, (query) => query.where('e.id', '=', id ?? 0))
    .orderBy('e.id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ status, started_at, finished_at, ...row }) => ({
    ...row,
    status: Erasure.shape.status.parse(status),
    at: started_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  }))
}
