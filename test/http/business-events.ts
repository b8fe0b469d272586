import { sql } from 'kysely'
import { webhooks } from '#contract/webhooks.ts'
import type { ConnectedAccount } from '../connected.ts'
import type { TestServer } from '../server.ts'
import { succeed } from './succeed.ts'

/** The body of a webhook about an account, of an unknown kind. */
export const webhookAbout = (wabaId: string, text: string): object => ({
  object: 'whatsapp_business_account',
  entry: [{ id: wabaId, changes: [{ field: 'brand_new_field', value: { text } }] }],
})

export async function addWebhookEvent(
  server: TestServer,
  token: string,
  { waba_id }: ConnectedAccount,
  word: string,
): Promise<number> {
  await succeed(server.call(webhooks.test, { token, body: webhookAbout(waba_id, word) as never }))
  const { events } = await succeed(server.call(webhooks.list, { token }))
  return events[0]!.id
}

export async function addWarning(
  server: TestServer,
  business_id: number,
  { waba_id }: ConnectedAccount,
  word: string,
): Promise<number> {
  const details = JSON.stringify({ description: `A warning for ${word}` })
  // One that ended before now: it keeps nothing from leaving.
  const ended = new Date(Date.now() - 60_000)
  await server.app.db
    .insertInto('account_blocks')
    .values({
      business_id,
      waba_id,
      cause: 'restricted',
      reason: JSON.stringify(`Restricted: ${word}`),
      blocked_at: ended,
      blocked_until: ended,
    })
    .execute()
  await server.app.db
    .insertInto('alerts')
    .values({
      business_id,
      kind: 'lane_stopped',
      subject: waba_id,
      details: JSON.stringify({ number: word }),
      since: new Date(),
      seen_at: new Date(),
    })
    .execute()
  const { id } = await server.app.db
    .insertInto('account_warnings')
    .values({ business_id, waba_id, kind: 'alert', subject: word, details, at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function addClaimedSignup(server: TestServer, businessId: number): Promise<string> {
  const waba_id = `77${String(businessId).padStart(13, '0')}`
  await server.app.db
    .insertInto('hosted_signups')
    .values({ waba_id, portfolio_id: '1', business_id: businessId, claimed_at: new Date() })
    .execute()
  return waba_id
}

/** A database that went back, and a message that left and has no row. */
export async function addRecovery(server: TestServer, businessId: number): Promise<void> {
  await sql`
    insert into recoveries (business_id, epoch, back_to) values (${businessId}, 2, now())`.execute(
    server.app.db,
  )
  await sql`
    insert into lost_claims (business_id, message_id, attempt, content_id, recipient, claimed_at)
    values (${businessId}, 900000000, 1, 900000000, 'hash', now())`.execute(server.app.db)
}
