import { sql } from 'kysely'
import type { FlowDefinition } from '#contract/chatbot/chatbot.ts'
import type { Bench } from '../open-bench.ts'

export const questions = 10

/** A flow of ten questions that begins again after the last: each message is answered, and no answer is like the one before. */
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
    next: { next: `q${((index + 1) % questions) + 1}` },
  })),
}

/** The bot of a business asks everyone who writes. */
export async function startQuestionBot({ app: { db }, businessId }: Bench): Promise<void> {
  const now = new Date()
  await sql`insert into bot_settings (business_id, active_since) values (${businessId}, ${now})`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into bot_flows (business_id, name, draft, published_version, created_at, updated_at)
    values (${businessId}, 'Bench', ${JSON.stringify(definition)}::jsonb, 1, ${now}, ${now}) returning id`.execute(
    db,
  )
  const flowId = Number(rows[0]!.id)
  await sql`insert into bot_flow_versions (business_id, flow_id, version, definition, published_at)
    values (${businessId}, ${flowId}, 1, ${JSON.stringify(definition)}::jsonb, ${now})`.execute(db)
  await sql`insert into bot_rules (business_id, position, name, enabled, match, action, created_at, updated_at)
    values (${businessId}, 1, '', true, '{"kind":"any"}', ${JSON.stringify({ kind: 'flow', flow_id: flowId })}::jsonb,
      ${now}, ${now})`.execute(db)
}
