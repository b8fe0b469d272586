import type { BotSettings } from '#contract/chatbot/chatbot.ts'
import type { App } from '#server/app.ts'

const byDefault: BotSettings = { enabled: true, pause_minutes: null, session_hours: 24 }

/** From the first rule or flow on the chatbot looks at what people write; what came before is left alone. */
export async function startUsing(tx: App, businessId: number): Promise<void> {
  await tx.db
    .insertInto('bot_settings')
    .values({ business_id: businessId, active_since: tx.now() })
    .onConflict((same) => same.doNothing())
    .execute()
}

export async function getSettings(app: App, businessId: number): Promise<BotSettings> {
  const row = await app.db
    .selectFrom('bot_settings')
    .select(['enabled', 'pause_minutes', 'session_hours'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return row ?? byDefault
}

/** What is left out stays as it is. Switched on again, the chatbot leaves alone what came meanwhile. */
export async function saveSettings(
  app: App,
  businessId: number,
  values: Partial<BotSettings>,
): Promise<BotSettings> {
  const { enabled } = values
  await app.transaction(async (tx) => {
    await startUsing(tx, businessId)
    await tx.db
      .updateTable('bot_settings')
      .set(({ eb, ref }) => ({
        ...values,
        active_since:
          enabled === undefined
            ? ref('active_since')
            : eb.case().when('enabled', '=', !enabled).then(tx.now()).else(ref('active_since')).end(),
      }))
      .where('business_id', '=', businessId)
      .execute()
  })
  return await getSettings(app, businessId)
}
