import { sql } from 'kysely'
import { createContent } from '#server/features/messages/messages.ts'
import type { Person, TestServer } from '#test/server.ts'
import { countMarked } from './rollups/keep.ts'

export type Sent = {
  phone: string
  status: string
  at: string
  campaignId?: number
  error?: number
  template?: string
  category?: string
  phoneNumberId?: string
  sequenceId?: number
  wamid?: string
  /** An answer in a conversation. */
  chat?: boolean
}

/** Messages of a business as they are after sending, counted as they would be. @returns their ids. */
export async function addSent(
  server: TestServer,
  { businessId }: Pick<Person, 'businessId'>,
  rows: readonly Sent[],
): Promise<number[]> {
  const contents = new Map<string, number>()
  const ids: number[] = []
  for (const row of rows) {
    const name = row.chat ? 'Chat' : (row.template ?? 'weekend_offer')
    const content =
      contents.get(name) ??
      (await createContent(server.app, businessId, {
        template_id: null,
        provider_template_id: null,
        template_name: name,
        language: 'en',
        category: row.category ?? 'MARKETING',
        parameter_format: 'POSITIONAL',
        components: [{ type: 'BODY', text: 'Hello' }],
        variables: [],
        chat: row.chat ?? false,
      }))
    contents.set(name, content)
    const message = await server.app.db
      .insertInto('messages')
      .values({
        business_id: businessId,
        campaign_id: row.campaignId ?? null,
        sequence_id: row.sequenceId ?? null,
        wamid: row.wamid ?? null,
        content_id: content,
        phone_number_id: row.phoneNumberId ?? '106540352242922',
        recipient_phone: row.phone,
        status: 'queued',
        created_at: row.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const arrived = ['delivered', 'read'].includes(row.status)
    await server.app.db
      .updateTable('messages')
      .set({
        status: row.status,
        attempts: 1,
        claimed_at: row.at,
        accepted_at: row.status === 'failed' ? null : row.at,
        delivered_at: arrived ? row.at : null,
        read_at: row.status === 'read' ? row.at : null,
        error_code: row.error ?? null,
      })
      .where('id', '=', message.id)
      .where('business_id', '=', businessId)
      .execute()
    ids.push(message.id)
  }
  return ids
}

/** A person opens the link of a message. */
export async function addClick(
  { app }: TestServer,
  { businessId }: Pick<Person, 'businessId'>,
  message: number,
  at: string,
): Promise<void> {
  await sql`
    insert into link_clicks (business_id, message_id, link, kind, from_provider, clicked_at)
    values (${businessId}, ${message}, 0, 'person', false, ${at})`.execute(app.db)
}

/** A person writes from an ad. */
export async function addVisit(
  { app }: TestServer,
  { businessId }: Pick<Person, 'businessId'>,
  { adId, address, at, phoneNumberId }: { adId: string; address: string; at: string; phoneNumberId?: string },
): Promise<void> {
  const number = String(Math.floor(Math.random() * 1e15))
  const { id } = await app.db
    .insertInto('conversations')
    .values({
      business_id: businessId,
      phone_number_id: phoneNumberId ?? number,
      address,
      created_at: at,
      last_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('inbound_messages')
    .values({
      business_id: businessId,
      conversation_id: id,
      wamid: `wamid.${number}`,
      kind: 'text',
      text: 'Hello',
      content: '{}',
      referral: JSON.stringify({ sourceType: 'ad', sourceId: adId, headline: `Headline of ${adId}` }),
      at,
      received_at: at,
    })
    .execute()
}

/** Counts until nothing is marked. */
export async function countAll({ app }: TestServer): Promise<void> {
  while ((await countMarked(app)) > 0);
}

/** Figures that are kept, of all blocks, as text that can be compared. */
export async function keptFigures({ app }: TestServer, businessId: number): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select (to_jsonb(f) - 'id')::text as line from analytics_messages f where business_id = ${businessId} order by 1`.execute(
    app.db,
  )
  return rows.map(({ line }) => line)
}
