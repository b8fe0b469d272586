import { sql } from 'kysely'
import type { FlowDefinition } from '#contract/chatbot/chatbot.ts'
import { answerMessages } from '#server/features/chatbot/chatbot.ts'
import { openBench } from './open-bench.ts'

export type ChatbotFigures = {
  /** Steps that people took, with their messages in the outbox and all that belongs to them committed. */
  stepsPerSecond: number
  /** Inbound messages that were taken. */
  inboundPerSecond: number
  /** Messages of the bot that are missing or too many: it must be none. */
  wrong: number
}

const questions = 10

/** A flow of ten questions. */
const definition: FlowDefinition = {
  start: 'q1',
  steps: Array.from({ length: questions }, (_, index) => ({
    id: `q${index + 1}`,
    kind: 'question' as const,
    name: '',
    x: 0,
    y: 0,
    text: `Question ${index + 1}?`,
    answer: 'text' as const,
    variable: `a${index + 1}`,
    choices: [],
    repeat_text: '',
    min: null,
    max: null,
    timeout_minutes: null,
    next: { next: `q${(index % questions) + 2}` },
  })),
}
definition.steps.push({ id: `q${questions + 1}`, kind: 'end', name: '', x: 0, y: 0, text: '', next: {} })

/** People answer a flow at once: what they write is kept already. */
export async function benchChatbot(people = 500): Promise<ChatbotFigures> {
  const bench = await openBench()
  const { app, businessId } = bench
  const { db } = app
  try {
    const now = new Date()
    await sql`insert into bot_settings (business_id, active_since) values (${businessId}, ${now})`.execute(db)
    const { rows } = await sql<{ id: number }>`
      insert into bot_flows (business_id, name, draft, published_version, created_at, updated_at)
      values (${businessId}, 'Bench', ${JSON.stringify(definition)}::jsonb, 1, ${now}, ${now}) returning id`.execute(
      db,
    )
    const flowId = rows[0]!.id
    await sql`insert into bot_flow_versions (business_id, flow_id, version, definition, published_at)
      values (${businessId}, ${flowId}, 1, ${JSON.stringify(definition)}::jsonb, ${now})`.execute(db)
    await sql`insert into bot_rules (business_id, position, name, enabled, match, action, created_at, updated_at)
      values (${businessId}, 1, '', true, '{"kind":"any"}', ${JSON.stringify({ kind: 'flow', flow_id: Number(flowId) })}::jsonb,
        ${now}, ${now})`.execute(db)
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
      inboundPerSecond: taken / (ms / 1000),
      wrong: Math.abs(sent[0]!.n - people * questions),
    }
  } finally {
    await bench.close()
  }
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchChatbot(Number(process.argv[2] ?? 500)))}\n`)
}
