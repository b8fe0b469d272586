import { type Kysely, sql } from 'kysely'
import { answerMessages } from '#server/features/chatbot/chatbot.ts'
import type { Tables } from '#server/tables.ts'
import { openBench } from '../open-bench.ts'
import { questions, startQuestionBot } from './question-bot.ts'

export type ChatbotFigures = {
  /** Steps that people took, with their messages in the outbox and all that belongs to them committed. */
  stepsPerSecond: number
  /** As many rows of text into a bare table, 200 at once. */
  rawPerSecond: number
  /** Messages of the bot that are missing or too many: it must be none. */
  wrong: number
}

const atOnce = 200

/** People answer a flow at once: what they write is kept already. */
export async function benchChatbot(people = 500): Promise<ChatbotFigures> {
  const bench = await openBench()
  const { app, businessId } = bench
  const { db } = app
  try {
    await startQuestionBot(bench)
    await sql`
      insert into conversations (business_id, phone_number_id, address, window_until, last_at, created_at)
      select ${businessId}, ${bench.phoneNumberId}, '+9198' || (10000000 + n), now() + interval '1 day', now(), now()
      from generate_series(1, ${people}) n`.execute(db)
    let ms = 0
    for (let round = 0; round <= questions; round++) {
      await sql`
        insert into inbound_messages (business_id, conversation_id, wamid, kind, text, content, at, received_at)
        select ${businessId}, id, 'bench.' || id || '.' || ${round}::int, 'text', 'Answer ' || ${round}::int, '{}', now(), now()
        from conversations where business_id = ${businessId}`.execute(db)
      const { rows: added } = await sql<{ wamid: string }>`
        select wamid from inbound_messages where business_id = ${businessId}
          and wamid like ${`bench.%.${round}`}`.execute(db)
      const events = added.map(({ wamid }) => ({ businessId, wamid })) as unknown as Parameters<
        typeof answerMessages
      >[1]
      const from = performance.now()
      await answerMessages(app, events)
      ms += performance.now() - from
    }
    const { rows: sent } = await sql<{ n: number }>`
      select count(*)::int as n from conversation_sends where business_id = ${businessId}`.execute(db)
    const taken = people * (questions + 1)
    return {
      stepsPerSecond: taken / (ms / 1000),
      rawPerSecond: await rawRate(app.db, taken),
      wrong: Math.abs(sent[0]!.n - taken),
    }
  } finally {
    await bench.close()
  }
}

async function rawRate(db: Kysely<Tables>, count: number): Promise<number> {
  await sql`create table bench_rows (id bigint generated always as identity primary key, text text)`.execute(
    db,
  )
  const texts = Array.from({ length: atOnce }, (_, nr) => `Question ${nr}?`)
  const from = performance.now()
  for (let done = 0; done < count; done += atOnce) {
    await sql`insert into bench_rows (text) select * from unnest(${texts}::text[])`.execute(db)
  }
  return count / ((performance.now() - from) / 1000)
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchChatbot(Number(process.argv[2] ?? 500)))}\n`)
}
