import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { conversations } from '#contract/conversations.ts'
import type { App } from '#server/app.ts'
import { recordInbound } from '#server/features/leads/leads.ts'
import { eventually } from '#test/server.ts'
import { type Inbox, newDigits, openInbox, text } from '../conversations.fixture.ts'
import { receiveMessages } from './receive.ts'

let inbox: Inbox
let businessId: number
beforeAll(async () => {
  inbox = await openInbox()
  const { id } = await inbox.started()
  const { rows } = await sql<{ business_id: number }>`
    select business_id from conversations where id = ${id}`.execute(inbox.server.app.db)
  businessId = Number(rows[0]!.business_id)
})
afterAll(() => inbox.server.close())

type Page = { items: readonly { text: string | null }[]; next_cursor: string | null }

const people = 300
/** Not `conversations`: the foreign key to it is looked up by PostgreSQL itself. */
const tables = ['leads', 'lead_replies', 'messages', 'conversation_addresses']

/** Rows of these tables that this transaction has read so far, by whichever way. */
async function rowsRead({ db }: App): Promise<number> {
  const { rows } = await sql<{ read: string }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as read
    from pg_stat_xact_user_tables where relname = any(${tables}::text[])`.execute(db)
  return Number(rows[0]?.read ?? 0)
}

it('reads few rows for each message, though the statistics know one person alone', async () => {
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(inbox.server.app.db)
  const everyone = Array.from({ length: people }, () => newDigits())
  const write = async (tx: App, round: number): Promise<void> => {
    const at = new Date()
    const who = everyone.map((from, nr) => ({ from, wamid: `wamid.burst.${round}.${nr}` }))
    await recordInbound(
      tx,
      who.map(({ from, wamid }) => ({
        businessId,
        phone: `+${from}`,
        bsuid: null,
        name: 'Rukmini Bai',
        text: `parcel ${round}`,
        wamid,
        at,
      })),
    )
    await receiveMessages(
      tx,
      who.map(({ from, wamid }) => ({
        kind: 'message' as const,
        businessId,
        webhookEventId: 1,
        wabaId: inbox.account.waba_id,
        phoneNumberId: inbox.account.phone_number_id,
        from,
        wamid,
        at: at.getTime(),
        content: { type: 'text' as const, text: `parcel ${round}` },
      })),
    )
  }
  await inbox.server.app.transaction((tx) => write(tx, 1))
  // What a bot sent them: the campaign that somebody answers is not looked for in it.
  await sql`
    insert into messages (business_id, content_id, phone_number_id, recipient_phone, status)
    select ${businessId}, 1, ${inbox.account.phone_number_id}, '+' || digits, 'sent'
    from unnest(${everyone}::text[]) digits, generate_series(1, 40)`.execute(inbox.server.app.db)
  await inbox.server.app.transaction(async (tx) => {
    await write(tx, 2)
    expect(await rowsRead(tx)).toBeLessThan(people * 20)
  })
})

it('keeps 10,000 messages of one person, each once and in order', async () => {
  const [posts, each] = [10, 1000]
  const digits = newDigits()
  const at = Date.now() - 60_000
  for (let post = 0; post < posts; post++) {
    const messages = Array.from({ length: each }, (_, nr) => ({
      id: `wamid.much.${post * each + nr}`,
      at,
      ...text(`parcel ${post * each + nr}`),
    }))
    await inbox.deliver(digits, messages)
  }
  const { id } = await inbox.conversationWith(digits)
  await eventually('all messages', async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from inbound_messages where conversation_id = ${id}`.execute(
      inbox.server.app.db,
    )
    return rows[0]?.count === posts * each
  })
  const shown: (string | null)[] = []
  let cursor: string | null = null
  do {
    const { body }: { body: Page } = await inbox.server.call(conversations.timeline, {
      token: inbox.asha.token,
      params: { id },
      query: { limit: 200, ...(cursor !== null && { cursor }) },
    })
    shown.unshift(...body.items.toReversed().map((item) => item.text))
    cursor = body.next_cursor
  } while (cursor !== null)
  expect(shown).toEqual(Array.from({ length: posts * each }, (_, nr) => `parcel ${nr}`))
})
