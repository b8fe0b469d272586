import { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { allAddressesOf, rejectedRowsNaming } from '#server/features/leads/leads.ts'
import { archivedMessagesTo, withPeople } from '#server/features/messages/messages.ts'
import { webhooksAbout } from '#server/features/webhooks/webhooks.ts'
import { notFound } from '#server/platform/errors.ts'
import { textOf } from './written-text.ts'

type Person = { addresses: string[]; emails: string[] }

/**
 * Everything that is stored about one person, as one JSON document. Streamed: stored webhooks are looked through piece
 * by piece, and of webhooks about several people only what names this one is in it.
 * @throws AppError `not_found`
 */
export async function personData(app: App, businessId: number, leadId: number): Promise<Readable> {
  const lead = await app.db
    .selectFrom('leads')
    .select(['phone', 'bsuid', 'email'])
    .where('business_id', '=', businessId)
    .where('id', '=', leadId)
    .executeTakeFirst()
  if (!lead) throw notFound('lead')
  const own = [lead.phone, lead.bsuid].filter((one) => one !== null)
  const person = {
    addresses: await allAddressesOf(app.db, businessId, own),
    emails: lead.email ? [lead.email.toLowerCase()] : [],
  }
  return Readable.from(document(app, businessId, person))
}

async function* document(app: App, businessId: number, person: Person): AsyncGenerator<string> {
  yield `{\n"made_at": ${JSON.stringify(app.now())},\n"addresses": ${JSON.stringify(person.addresses)}`
  const archived = await archivedMessagesTo(app, businessId, person.addresses)
  for (const [name, query] of Object.entries(sections(businessId, person.addresses, archived))) {
    const { rows } = await query.execute(app.db)
    yield `,\n${JSON.stringify(name)}: ${JSON.stringify(rows.map(({ row }) => row))}`
  }
  yield `,\n"messages": ${JSON.stringify(await messagesTo(app, businessId, person.addresses, archived))}`
  yield `,\n"rejected_rows": ${JSON.stringify(await rejectedRowsNaming(app, businessId, person))}`
  yield ',\n"webhooks": ['
  let isFirst = true
  for await (const found of webhooksAbout(app, businessId, person.addresses)) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(found)}`
    isFirst = false
  }
  yield ']\n}\n'
}

/** Whole rows but for the business's id: a column that is added later is in the file too. */
function sections(
  businessId: number,
  addresses: string[],
  archived: number[],
): Record<string, RawBuilder<{ row: unknown }>> {
  const rowsOf = (table: string, where: RawBuilder<unknown>) => sql<{ row: unknown }>`
    select to_jsonb(t) - 'business_id' - 'search' as row from ${sql.table(table)} t
    where t.business_id = ${businessId} and ${where}`
  const any = sql`any(${addresses}::text[])`
  const ids = sql`any(array(select l.id from leads l where l.business_id = ${businessId}
    and (l.phone = ${any} or l.bsuid = ${any})))`
  const named = (column: string) => sql`t.${sql.ref(column)} = ${any}`
  const namedOrOf = (column: string) => sql`(t.${sql.ref(column)} = ${any} or t.lead_id = ${ids})`
  const ofConversation = (column: string) => sql`t.${sql.ref(column)} in (
    select a.conversation_id from conversation_addresses a
    where a.business_id = ${businessId} and a.address = ${any})`
  return {
    leads: rowsOf('leads', sql`t.id = ${ids}`),
    linked_addresses: rowsOf('person_addresses', named('address')),
    consent_history: rowsOf('consent_changes', namedOrOf('phone')),
    conversions: rowsOf('conversions', namedOrOf('address')),
    ad_visits: rowsOf('ad_visits', named('address')),
    opt_in_proofs: rowsOf('optin_proofs', namedOrOf('address')),
    opt_in_questions: rowsOf('optin_confirmations', named('address')),
    sequences: rowsOf('sequence_people', sql`t.lead_id = ${ids}`),
    sequence_segments: rowsOf('sequence_members', sql`t.lead_id = ${ids}`),
    opt_outs: rowsOf('suppressions', named('address')),
    replies: rowsOf('lead_replies', namedOrOf('address')),
    conversations: rowsOf('conversations', ofConversation('id')),
    inbound_messages: rowsOf('inbound_messages', ofConversation('conversation_id')),
    chatbot_sessions: rowsOf('bot_sessions', ofConversation('conversation_id')),
    chatbot_answers: rowsOf('bot_events', ofConversation('conversation_id')),
    ai_answers: rowsOf('bot_ai_answers', ofConversation('conversation_id')),
    conversation_addresses: rowsOf('conversation_addresses', named('address')),
    sent_messages: rowsOf('conversation_sends', ofConversation('conversation_id')),
    reactions: rowsOf('message_reactions', ofConversation('conversation_id')),
    early_message_changes: rowsOf('early_message_changes', ofConversation('conversation_id')),
    files: rowsOf('chat_files', ofConversation('conversation_id')),
    drafts: rowsOf('conversation_drafts', ofConversation('conversation_id')),
    notes: rowsOf('conversation_events', ofConversation('conversation_id')),
    consent_questions: rowsOf('consent_questions', namedOrOf('address')),
    imports: sql`
      select jsonb_build_object('id', i.id, 'file_name', i.file_name, 'tag', i.tag, 'consent', i.consent,
        'finished_at', i.finished_at) as row
      from lead_imports i where i.business_id = ${businessId} and i.id in (
        select l.import_id from leads l where l.business_id = ${businessId} and l.id = ${ids}
        union select u.import_id from lead_import_updates u
        where u.business_id = ${businessId} and u.lead_id = ${ids})`,
    link_clicks: rowsOf(
      'link_clicks',
      sql`t.message_id in (select m.id from messages m where m.business_id = ${businessId}
        and (m.recipient_phone = ${any} or m.lead_id = ${ids} or m.id = any(${archived}::bigint[])))`,
    ),
    before_imports: rowsOf('lead_import_updates', sql`t.lead_id = ${ids}`),
    before_changes: rowsOf('lead_bulk_snapshots', sql`t.lead_id = ${ids}`),
  }
}

type Message = {
  row: Record<string, unknown> & { id: number; recipient_phone: string; variables: string[] }
  template: string
  language: string
  campaign: string | null
  components: unknown
  slots: unknown
}

/** Messages to the person with their text, the oldest first; those in the archive too. */
async function messagesTo(
  app: App,
  businessId: number,
  addresses: string[],
  archived: number[],
): Promise<unknown[]> {
  const { rows } = await sql<Message>`
    select to_jsonb(m) - 'business_id' as row, c.template_name as template, c.language, campaigns.name as campaign,
      c.components, c.slots
    from messages m
    join message_contents c on c.business_id = m.business_id and c.id = m.content_id
    left join campaigns on campaigns.business_id = m.business_id and campaigns.id = m.campaign_id
    where m.business_id = ${businessId} and (m.recipient_phone = any(${addresses}::text[])
      or m.lead_id = any(array(select l.id from leads l where l.business_id = ${businessId}
        and (l.phone = any(${addresses}::text[]) or l.bsuid = any(${addresses}::text[]))))
      or m.id = any(${archived}::bigint[]))
    order by m.id`.execute(app.db)
  const whole = await withPeople(
    app,
    businessId,
    rows.map(({ row }) => row),
  )
  return rows.map(({ components, slots, row: _stored, ...of }, at) => ({
    ...whole[at],
    ...of,
    text: textOf(components, slots, whole[at]!.variables),
  }))
}
