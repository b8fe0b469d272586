import type { RuleAction, RuleMatch } from '#contract/chatbot/chatbot.ts'
import type { App } from '#server/app.ts'
import type { StoredRule } from '../match/match.ts'

/** A business's rules in their order. */
export async function rulesOf(app: App, businessId: number): Promise<StoredRule[]> {
  const rows = await app.db
    .selectFrom('bot_rules')
    .select(['id', 'enabled', 'phone_number_id', 'match', 'action'])
    .where('business_id', '=', businessId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    match: row.match as RuleMatch,
    action: row.action as RuleAction,
  }))
}
