import { sql } from 'kysely'
import { z } from 'zod'
import type { conversions } from '#contract/analytics/conversions.ts'
import type { App } from '#server/app.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { attribute, usualSettings } from './attribute.ts'

export type AttributionSettings = { window_days: number; bought_tag: string | null }

/** Gives the conversions of a business their touches again, after its settings were changed. */
export const attributeAgain = defineJob('analytics.attribute', z.object({ business_id: z.number().int() }))

export async function getSettings(app: App, businessId: number): Promise<AttributionSettings> {
  const found = await app.db
    .selectFrom('attribution_settings')
    .select(['window_days', 'bought_tag'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return found ?? { ...usualSettings, bought_tag: null }
}

export async function saveSettings(
  app: App,
  businessId: number,
  settings: z.infer<typeof conversions.saveSettings.body>,
): Promise<AttributionSettings> {
  await app.transaction(async (tx) => {
    await tx.db
      .insertInto('attribution_settings')
      .values({ business_id: businessId, ...settings })
      .onConflict((same) => same.column('business_id').doUpdateSet(settings))
      .execute()
    await tx.enqueue(attributeAgain, { business_id: businessId })
  })
  return await getSettings(app, businessId)
}

const atOnce = 2000

/** Goes through all conversions of a business in parts. It may run twice. */
export async function attributeAll(app: App, businessId: number, signal: AbortSignal): Promise<void> {
  let after = 0
  while (!signal.aborted) {
    const { rows } = await sql<{ id: number }>`
      select id from conversions where business_id = ${businessId} and id > ${after} order by id limit ${atOnce}`.execute(
      app.db,
    )
    const last = rows.at(-1)?.id
    if (last === undefined) return
    await attribute(app, sql`o.business_id = ${businessId} and o.id > ${after} and o.id <= ${last}`)
    after = last
  }
  signal.throwIfAborted()
}
