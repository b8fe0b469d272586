import type { z } from 'zod'
import type { QueueSlot, socialQueue } from '#contract/social/planning.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { listAccounts } from '../accounts/stored-accounts.ts'
import { freeTimes, slotsOf, soonest } from '../posts/queue-times.ts'

type Slots = z.output<(typeof socialQueue)['saveSlots']['body']>['slots']

const shownFree = 5

/** The queue, and for each account the next times that none of its posts has taken. */
export async function getQueue(app: App, businessId: number) {
  const slots = await slotsOf(app, businessId)
  const { timezone } = await getBusiness(app, businessId)
  const from = soonest(app.now())
  const accounts = await listAccounts(app, businessId)
  const next_free = await Promise.all(
    accounts.map(async ({ id }) => {
      const times = await freeTimes(app, businessId, id, { slots, timezone, count: shownFree, from })
      return { account_id: id, times: times.map((at) => at.toISOString()) }
    }),
  )
  return { slots, next_free, timezone }
}

/** Replaces the queue. Posts that were put into it keep their times. */
export async function saveQueue(app: App, businessId: number, slots: Slots): Promise<QueueSlot[]> {
  const keys = new Set<string>()
  for (const [index, { account_id, weekday, local_time }] of slots.entries()) {
    const key = `${account_id} ${weekday} ${local_time}`
    if (keys.has(key)) {
      const sentence = t('social.planning.slotTwice')
      throw new AppError('rule_broken', sentence, { fields: { [`slots.${index}.local_time`]: sentence } })
    }
    keys.add(key)
  }
  const named = [...new Set(slots.flatMap(({ account_id }) => account_id ?? []))]
  if ((await listAccounts(app, businessId, named)).length < named.length) throw notFound('account')
  await app.transaction(async (tx) => {
    await lockOfBusiness(tx.db, businessId, 'queue')
    const before = await slotsOf(tx, businessId)
    await tx.db
      .deleteFrom('social_queue_slots')
      .where('business_id', '=', businessId)
      .where('id', 'in', before.length > 0 ? before.map(({ id }) => id) : [0])
      .execute()
    if (slots.length > 0) {
      await tx.db
        .insertInto('social_queue_slots')
        .values(slots.map((slot) => ({ business_id: businessId, ...slot })))
        .execute()
    }
  })
  return await slotsOf(app, businessId)
}
