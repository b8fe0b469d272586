import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { notify } from '#server/platform/notify.ts'
import { partitions } from './queue/partitions.ts'
import { testSignature } from './test-signature.ts'

export { packWebhooks } from './payload/pack-webhooks.ts'
export { scrubWebhooks, webhooksAbout } from './payload/scrub-bodies.ts'
export { getWebhook, listWebhooks, replayWebhook } from './stored.ts'
export { testSignature } from './test-signature.ts'
export { webhookPath } from './webhook-path.ts'
export { forgetWebhooks } from './weeks/forget-webhooks.ts'
export { oldestWebhook } from './weeks/weeks.ts'

/**
 * Applies what is stored of one partition, which is its key. One of a key waits or runs, over all processes.
 * `exclusive`: with a policy that lets one wait beside the one that runs, each process remembers for up to a minute
 * that one ran, and takes none so long.
 */
export const applyWebhooks = defineJob('webhooks.apply-stored', z.object({ partition: z.int().optional() }), {
  queue: {
    policy: 'exclusive',
    heartbeatSeconds: 10,
    // The longest that pg-boss allows; a shift ends by itself long before.
    expireInSeconds: 24 * 3600 - 1,
    retryLimit: 1000,
    retryDelay: 0,
    deleteAfterSeconds: 60,
  },
  concurrency: partitions.length,
})

/** Sees to it that every partition has somebody who applies; the clock and arrivals start it. */
export const startAppliers = defineJob('webhooks.start-appliers', z.object({}), {
  queue: { policy: 'exclusive', deleteAfterSeconds: 60 },
})

/** Sees to it that the next weeks of stored webhooks have their tables. */
export const prepareWeeks = defineJob('webhooks.prepare-weeks', z.object({}))

/** The channel on which arrivals are told to whoever applies: their partitions, or nothing for all of them. */
export const arrivals = 'webhooks'
/** The channel on which a process that applies nothing asks the others for a part of the work. */
export const sharing = 'webhooks_sharing'

/** A note for each of thousands of arrivals a second would cost more than it saves. */
const quietMs = 50
/** A job for each would, too; it only matters when no applier runs. */
const jobEveryMs = 5000

/**
 * Tells the applier that something arrived, and starts one where none runs. Losing either costs a delay only.
 * Each receiver has its own: what one told says nothing about another's database.
 */
export function createWaker(app: App): (partitions: Iterable<number>) => void {
  let noted = Number.NEGATIVE_INFINITY
  const arrived = new Set<number>()
  let pending: NodeJS.Timeout | undefined
  let started = Number.NEGATIVE_INFINITY
  const late = (error: unknown): void =>
    app.log.warn({ err: error }, 'could not wake the applier of webhooks; the clock will')
  return (partitions) => {
    const now = performance.now()
    for (const partition of partitions) arrived.add(partition)
    if (!pending) {
      pending = setTimeout(
        () => {
          pending = undefined
          noted = performance.now()
          notify(app.db, arrivals, [...arrived].join()).catch(late)
          arrived.clear()
        },
        Math.max(0, noted + quietMs - now),
      )
      pending.unref()
    }
    if (now - started > jobEveryMs) {
      started = now
      app.enqueue(startAppliers, {}).catch(late)
    }
  }
}

/** No status for this long after messages were accepted means that something is wrong with the webhook. */
const silenceMinutes = 10

/** Whether the provider still talks to us: the last webhook, and a sentence when sends went out and none came. */
export async function webhookHealth(
  app: App,
  businessId: number,
): Promise<{ last_received_at: string | null; warning: string | null; waiting: number }> {
  const { rows } = await sql<{ last: Date | null; waiting: number; sent: Date | null }>`
    select
      (select received_at from webhook_events
        where business_id = ${businessId} and signature_form <> ${testSignature} order by id desc limit 1) as last,
      (select count(*)::int from (select 1 from webhook_queue limit 100000) as open) as waiting,
      (select max(progressed_at) from lanes where business_id = ${businessId}) as sent`.execute(app.db)
  const { last = null, waiting = 0, sent = null } = rows[0] ?? {}
  const receivedAt = last?.getTime() ?? 0
  const silent =
    sent !== null &&
    sent.getTime() - receivedAt > silenceMinutes * 60_000 &&
    app.now().getTime() - sent.getTime() < 24 * 3_600_000
  return {
    last_received_at: last?.toISOString() ?? null,
    waiting,
    warning: silent ? t('webhooks.silent', { count: silenceMinutes }) : null,
  }
}
