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
    const name = row.template ?? 'weekend_offer'
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
      }))
    contents.set(name, content)
    const message = await server.app.db
      .insertInto('messages')
      .values({
        business_id: businessId,
        campaign_id: row.campaignId ?? null,
        content_id: content,
        phone_number_id: '106540352242922',
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
