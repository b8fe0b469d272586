import type { z } from 'zod'
import { mostSlots, type QueueSlot, type socialQueue } from '#contract/social/planning.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { listAccounts } from '../accounts/stored-accounts.ts'
import { freeTimes, type Slot, slotsOf, soonest } from '../posts/queue-times.ts'

type Changes = z.output<(typeof socialQueue)['saveSlots']['body']>

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

const keyOf = ({ account_id, weekday, local_time }: Slot): string => `${account_id} ${weekday} ${local_time}`

/** Replaces the queue, or adds and removes some of it. Posts that were put into it keep their times. */
export async function saveQueue(
  app: App,
  businessId: number,
  { slots, add_slots = [], remove_slots = [] }: Changes,
): Promise<QueueSlot[]> {
  const keys = new Set<string>()
  for (const [index, slot] of (slots ?? []).entries()) {
    const key = keyOf(slot)
    if (keys.has(key)) {
      const sentence = t('social.planning.slotTwice')
      throw new AppError('rule_broken', sentence, { fields: { [`slots.${index}.local_time`]: sentence } })
    }
    keys.add(key)
  }
  const given = [...(slots ?? []), ...add_slots, ...remove_slots]
  const named = [...new Set(given.flatMap(({ account_id }) => account_id ?? []))]
  if ((await listAccounts(app, businessId, named)).length < named.length) throw notFound('account')
  await app.transaction(async (tx) => {
    await lockOfBusiness(tx.db, businessId, 'queue')
    const before = await slotsOf(tx, businessId)
    const removed = new Set(remove_slots.map(keyOf))
    const stay = (slots ?? before).filter((slot) => !removed.has(keyOf(slot)))
    const wanted = new Map(
      [...stay, ...add_slots].map(({ account_id, weekday, local_time }) => {
        const slot = { account_id, weekday, local_time }
        return [keyOf(slot), slot]
      }),
    )
    if (wanted.size > mostSlots) {
      throw new AppError('rule_broken', t('social.planning.queueFull', { limit: mostSlots }))
    }
    const gone = before.filter((slot) => !wanted.has(keyOf(slot))).map(({ id }) => id)
    for (const slot of before) wanted.delete(keyOf(slot))
    if (gone.length > 0) {
      await tx.db
        .deleteFrom('social_queue_slots')
        .where('business_id', '=', businessId)
        .where('id', 'in', gone)
        .execute()
    }
    if (wanted.size > 0) {
      await tx.db
        .insertInto('social_queue_slots')
        .values([...wanted.values()].map((slot) => ({ business_id: businessId, ...slot })))
        .execute()
    }
  })
  return await slotsOf(app, businessId)
}
