import type { MarketingCap } from '#contract/values.ts'
import type { App } from '#server/app.ts'

/** What a business decided about its messages. */
export type SendingSettings = {
  /** Of messages of which nobody knows whether they were taken. */
  settlingSeconds: number
  reconcileSeconds: number
  unknownAction: 'ask' | 'send_again' | 'write_off'
  marketingCap: MarketingCap | null
}

/** Ten minutes for an answer that never came; two for a refusal that leaves it open (facts of the provider). */
export const defaultSendingSettings: SendingSettings = {
  settlingSeconds: 600,
  reconcileSeconds: 120,
  unknownAction: 'ask',
  marketingCap: null,
}

export async function getSendingSettings(app: App, businessId: number): Promise<SendingSettings> {
  const row = await app.db
    .selectFrom('sending_settings')
    .select(['settling_seconds', 'reconcile_seconds', 'unknown_action', 'cap_messages', 'cap_days'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  if (!row) return defaultSendingSettings
  return {
    settlingSeconds: row.settling_seconds,
    reconcileSeconds: row.reconcile_seconds,
    unknownAction: row.unknown_action as SendingSettings['unknownAction'],
    marketingCap:
      row.cap_messages === null || row.cap_days === null
        ? null
        : { messages: row.cap_messages, days: row.cap_days },
  }
}

/** Changes what is given and leaves the rest. */
export async function saveSendingSettings(
  app: App,
  businessId: number,
  change: Partial<SendingSettings>,
): Promise<SendingSettings> {
  const settings = { ...(await getSendingSettings(app, businessId)), ...change }
  const row = {
    settling_seconds: settings.settlingSeconds,
    reconcile_seconds: settings.reconcileSeconds,
    unknown_action: settings.unknownAction,
    cap_messages: settings.marketingCap?.messages ?? null,
    cap_days: settings.marketingCap?.days ?? null,
  }
  await app.db
    .insertInto('sending_settings')
    .values({ business_id: businessId, ...row })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(row))
    .execute()
  return settings
}
